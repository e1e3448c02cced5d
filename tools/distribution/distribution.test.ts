// Slow: builds a distribution twice, and starts it.
import assert from "node:assert/strict";
import { execFileSync, fork } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { chmod, mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { after, before, describe, test } from "node:test";
import { root } from "../paths.ts";
import { createApiClient } from "./api-client.ts";
import { UnpackedDistribution } from "./unpacked-distribution.ts";

const PLATFORM = `${process.platform}-${process.arch}`;
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
const NAME = `parlance-${version}-${PLATFORM}`;

const isSupported = process.platform === "linux" && ["x64", "arm64"].includes(process.arch);

describe("a distribution", { skip: !isSupported }, () => {
  let scratch = "";
  let home = "";
  let archive = "";

  const build = (folder: string) => {
    const args = [join(root, "tools/dist.ts"), PLATFORM, "--out", folder];
    execFileSync(process.execPath, args, { stdio: ["ignore", "ignore", "inherit"], cwd: tmpdir() });
    return join(folder, `${NAME}.tar.gz`);
  };

  before(async () => {
    scratch = await mkdtemp(join(tmpdir(), "parlance-dist-"));
    await chmod(scratch, 0o755); // PostgreSQL cannot be run as root, so another user must have access to its data
    archive = build(join(scratch, "first"));
    home = join(scratch, "unpacked");
    UnpackedDistribution.unpack(archive, home);
  });
  after(() => rm(scratch, { recursive: true, force: true }));

  test("has the same bytes whenever it is built, and matches its checksum", async () => {
    const bytes = await readFile(archive);
    assert.ok(bytes.equals(await readFile(build(join(scratch, "second")))));
    execFileSync("sha256sum", ["--check", `${NAME}.tar.gz.sha256`], { cwd: dirname(archive), stdio: "ignore" });
  });

  test("starts without an organization and prints the command that creates one; messages and pictures survive a restart", async () => {
    const unpacked = new UnpackedDistribution(home);
    const dataDir = join(scratch, "data");
    const logIn = async (url: string) => {
      const args = ["user", "api-key", "ada@example.com", "--data-dir", dataDir];
      const { api_key: key } = await unpacked.runForJson<{ api_key: string }>(args);
      return createApiClient(url, "ada@example.com", key);
    };
    let id: number;
    {
      await using server = await unpacked.serve(["--data-dir", dataDir]);
      const [, printed = ""] = await server.untilPrinted(/^ {2}(\.\/parlance organization create .*)$/m);
      execFileSync("sh", ["-c", printed], { cwd: home, stdio: "ignore" });
      const request = await logIn(server.url);
      const message = { type: "channel", to: "general", topic: "tea", content: "Earl **Grey**" };
      ({ id } = await request("messages", message));
      const picture = new FormData();
      picture.append("file", new Blob([await readFile(join(root, "web/public/icons/192.png"))]), "tea.png");
      assert.deepEqual((await request("users/me/avatar", picture)).result, "success");
      assert.match(await (await fetch(`${server.url}/worker.js`)).text(), /addEventListener/);
      assert.equal(await server.stop(), 0);
    }
    await using server = await unpacked.serve(["--data-dir", dataDir]);
    const request = await logIn(server.url);
    assert.equal((await request(`messages/${id}?apply_markdown=false`)).message?.content, "Earl **Grey**");
    for (const command of [["doctor"], ["backup", join(scratch, "backup.tar.gz")]])
      assert.equal((await unpacked.run([...command, "--data-dir", dataDir])).code, 0, command[0]);
  });

  test("states its version, and all its commands have a help text", async () => {
    const unpacked = new UnpackedDistribution(home);
    assert.equal((await unpacked.run(["--version"])).output, `${version}\n`);
    const { output } = await unpacked.run(["--help"]);
    assert.match(output, /Run commands as `\.\/parlance …`/);
    const [, listed = ""] = /^Commands:\n(.*?)\n\n/ms.exec(output) ?? [];
    const commands = [...listed.matchAll(/^ {2}([a-z][a-z-]*) /gm)].map(([, name = ""]) => name);
    assert.ok(commands.includes("push-relay"), output);
    for (const name of commands) assert.equal((await unpacked.run([name, "--help"])).code, 0, name);
    const link = join(scratch, "linked");
    execFileSync("ln", ["-s", join(home, "parlance"), link]);
    assert.equal(execFileSync(link, ["--version"], { encoding: "utf8" }), `${version}\n`);
  });

  test("contains the programs for untrusted content, and each of them starts", async () => {
    for (const name of ["page-parser", "email-parser-process", "saml-response-parser"]) {
      const child = fork(join(home, "program", `${name}.mjs`), [], {
        execPath: join(home, "node/bin/node"),
        execArgv: [],
        serialization: "advanced",
      });
      const [message] = (await once(child, "message")) as [{ result: unknown }];
      assert.equal(message.result, "ready", name);
      child.disconnect();
    }
    assert.ok(existsSync(join(home, "program/password-guesses.mjs")));
  });

  test("contains no tests, nothing of the checkout's location, and no program that its owner alone can run", async () => {
    const files = readdirSync(home, { recursive: true, encoding: "utf8" });
    assert.deepEqual(
      files.filter((path) => /\.test\.|fixtures|testkit|\.ts$/.test(path)),
      [],
    );
    for (const path of files.filter((name) => /^program\/[^/]+\.(mjs|map|json)$/.test(name)))
      assert.ok(!(await readFile(join(home, path), "utf8")).includes(root), path);
    for (const path of ["parlance", "node/bin/node"]) assert.equal((await stat(join(home, path))).mode & 0o777, 0o755);
  });

  test("lists its components and contains their licenses", async () => {
    const sbom = JSON.parse(await readFile(join(home, "sbom.cdx.json"), "utf8"));
    const names = sbom.components.map(({ name }: { name: string }) => name);
    const refs = sbom.components.map((component: { "bom-ref": string }) => component["bom-ref"]);
    assert.equal(new Set(refs).size, refs.length);
    for (const name of ["node", "postgresql", "openssl", "vips", "fastify", "react", "zod", "sharp"])
      assert.ok(names.includes(name), name);
    for (const name of ["vite", "rolldown", "typescript", "playwright-core", "@types/node"])
      assert.ok(!names.includes(name), name);
    const licenses = readFileSync(join(home, "licenses/npm-packages.txt"), "utf8");
    for (const { name, version: itsVersion, hashes, licenses: its } of sbom.components) {
      assert.ok(its.length > 0, name);
      if (hashes !== undefined && !name.startsWith("node-"))
        assert.ok(licenses.includes(`\n${name} ${itsVersion}\n`), name);
    }
    for (const name of ["node.txt", "postgresql.txt", "libvips.md", "lgpl-3.0.txt"])
      assert.ok(existsSync(join(home, "licenses", name)), name);
  });

  test("contains the documents for operators, whose links lead to other documents in it", () => {
    const documents = ["README.md", ...readdirSync(join(home, "docs")).map((name) => `docs/${name}`)];
    assert.ok(documents.includes("docs/install.md"));
    const broken = documents.flatMap((path) => {
      const links = readFileSync(join(home, path), "utf8").matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g);
      return [...links]
        .map(([, target = ""]) => join(home, dirname(path), target))
        .filter((target) => !existsSync(target))
        .map((target) => `${path}: ${relative(home, target)}`);
    });
    assert.deepEqual(broken, []);
  });
});
