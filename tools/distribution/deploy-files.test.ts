// Checks files in deploy/ that users copy. The drill `proxies` also runs the configurations of the proxies.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { describe, test } from "node:test";
import { parseAllDocuments } from "yaml";
import { findConfig } from "@parlance/server/app/config/load-config.ts";
import { root } from "../paths.ts";

const read = (path: string) => readFileSync(join(root, path), "utf8");

test("the document on reverse proxies shows every configuration in deploy/proxies as it is", () => {
  const page = read("docs/reverse-proxies.md");
  for (const name of readdirSync(join(root, "deploy/proxies")))
    assert.ok(page.includes(`\n${read(`deploy/proxies/${name}`).trimEnd()}\n\`\`\``), name);
});

interface Container {
  readonly args?: readonly string[];
  readonly image: string;
  readonly securityContext: Readonly<Record<string, unknown>>;
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
  readonly readinessProbe?: { readonly httpGet: Readonly<Record<string, unknown>> };
  readonly livenessProbe?: { readonly httpGet: Readonly<Record<string, unknown>> };
}

interface PodSpec {
  readonly securityContext: Readonly<Record<string, unknown>>;
  readonly automountServiceAccountToken: boolean;
  readonly containers: readonly [Container];
  readonly volumes: readonly { readonly name: string; readonly secret?: { readonly defaultMode: number } }[];
}

interface Resource {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly annotations?: Readonly<Record<string, string>> };
  readonly data: Readonly<Record<string, string>>;
  readonly spec: Readonly<Record<string, unknown>> & { readonly template: { readonly spec: PodSpec } };
}

describe("the Helm chart, as rendered with its default values", () => {
  const rendered = read("deploy/helm/rendered.yaml");
  const resources = parseAllDocuments(rendered).map((document) => document.toJSON() as Resource);
  const find = (kind: string): Resource => {
    const found = resources.find((resource) => resource.kind === kind);
    assert.ok(found, kind);
    return found;
  };
  const pods = ["Deployment", "Job"].map((kind) => find(kind).spec.template.spec);

  test("is the chart of this checkout", () => {
    const hash = createHash("sha256");
    const folder = join(root, "deploy/helm/parlance");
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    for (const path of files.map((entry) => join(entry.parentPath, entry.name)).toSorted())
      hash.update(relative(folder, path)).update(readFileSync(path));
    const digest = hash.digest("hex");
    const advice = `run helm template chat deploy/helm/parlance --kube-version 1.30.0, and write the output to rendered.yaml, below # ${digest}`;
    assert.equal(rendered.split("\n")[0], `# ${digest}`, advice);
  });

  test("has all parts of an installation", () => {
    const kinds = resources.map(({ kind }) => kind).toSorted();
    const expected = ["ConfigMap", "Deployment", "Ingress", "Job", "NetworkPolicy", "PodDisruptionBudget", "Service"];
    assert.deepEqual(kinds, expected);
  });

  test("runs unprivileged, with a read-only root and without access to the cluster", () => {
    for (const { securityContext, automountServiceAccountToken, containers } of pods) {
      assert.deepEqual([securityContext["runAsNonRoot"], securityContext["runAsUser"]], [true, 65_532]);
      assert.equal(automountServiceAccountToken, false);
      assert.deepEqual(containers[0].securityContext, {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ["ALL"] },
      });
    }
  });

  test("mounts secrets so that other users cannot read them, and every volume that it declares", () => {
    for (const { containers, volumes } of pods) {
      assert.deepEqual(
        containers[0].volumeMounts.map(({ name }) => name).toSorted(),
        volumes.map(({ name }) => name).toSorted(),
      );
      assert.equal(volumes.find(({ name }) => name === "secret")?.secret?.defaultMode, 0o440);
    }
  });

  test("restarts a process by its own state, and sends requests to it by that of the database", () => {
    const [{ readinessProbe, livenessProbe }] = find("Deployment").spec.template.spec.containers;
    assert.equal(readinessProbe?.httpGet["path"], "/ready");
    assert.equal(livenessProbe?.httpGet["path"], "/health");
  });

  test("migrates the database once, before the processes of the release start", () => {
    const { metadata, spec } = find("Job");
    assert.equal(metadata.annotations?.["helm.sh/hook"], "pre-install,pre-upgrade");
    assert.deepEqual(spec.template.spec.containers[0].args, ["migrate"]);
    const rollingUpdate = { maxUnavailable: 0, maxSurge: 1 };
    assert.deepEqual(find("Deployment").spec["strategy"], { type: "RollingUpdate", rollingUpdate });
  });

  test("has settings that the server accepts, with all secrets in files", (t) => {
    const folder = mkdtempSync(join(tmpdir(), "parlance-chart-"));
    t.after(() => rmSync(folder, { recursive: true }));
    for (const [name, value] of [
      ["server-secret", "0".repeat(64)],
      ["database-url", "postgres://parlance@db.example.com/parlance"],
      ["s3-secret", "secret"],
    ] as const)
      writeFileSync(join(folder, name), value, { mode: 0o600 });
    const config = join(folder, "parlance.toml");
    const text = find("ConfigMap").data["parlance.toml"] ?? "";
    writeFileSync(config, text.replaceAll("/etc/parlance-secret", folder));
    const { databaseUrl, secret, server } = findConfig({ config, env: { PARLANCE_UPLOADS_S3_KEY_ID: "id" } });
    assert.equal(databaseUrl, "postgres://parlance@db.example.com/parlance");
    assert.equal(secret, "0".repeat(64));
    assert.deepEqual([server.url, server.trustedProxies], ["https://chat.example.com", 1]);
  });
});
