// The list of the software in a distribution, in the format CycloneDX 1.6 (JSON).
import type { PackageVersion } from "./npm-packages.ts";
import type { Platform } from "./platforms.ts";
import type { ProductionPackage } from "./production-packages.ts";

/** A program or library inside a package, which package-lock.json does not list. */
export interface NativeComponent {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression. */
  readonly license: string;
  /** The package that contains it. */
  readonly package: string;
}

/** The contents of a distribution. */
export interface Inventory {
  readonly platform: Platform;
  readonly version: string;
  readonly built: Date;
  readonly node: PackageVersion;
  readonly packages: readonly ProductionPackage[];
  readonly native: readonly NativeComponent[];
}

interface Component {
  readonly type: "application" | "library";
  readonly "bom-ref": string;
  readonly name: string;
  readonly version: string;
  readonly licenses: readonly object[];
  readonly purl: string;
  readonly hashes?: readonly object[];
}

/** Returns the list as JSON. It depends only on its arguments. */
export function createSbom({ platform, version, built, node, packages, native }: Inventory): string {
  const parlance: Component = {
    type: "application",
    "bom-ref": `pkg:generic/parlance@${version}`,
    name: "parlance",
    version,
    licenses: toLicenses("Apache-2.0"),
    purl: `pkg:generic/parlance@${version}?os=${platform.os}&arch=${platform.cpu}`,
  };
  const nodePackage = { ...node, license: "MIT", path: node.name, dependencies: [] };
  const refs = new Map(packages.map((one) => [one.path, npmUrl(one)]));
  // The same version of a package may be installed in several folders.
  const distinct = [...new Map(packages.map((one) => [npmUrl(one), one])).values()];
  const dependencies = distinct.map((one) => ({
    ref: npmUrl(one),
    dependsOn: [
      ...one.dependencies.flatMap((path) => refs.get(path) ?? []),
      ...native.filter((part) => part.package === one.name).map(nativeReference),
    ].toSorted(),
  }));
  const sbom = {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { timestamp: built.toISOString(), component: parlance },
    components: [...[nodePackage, ...distinct].map(toComponent), ...native.map(nativeComponent)],
    dependencies: [
      { ref: parlance["bom-ref"], dependsOn: ["cli", "web"].flatMap((path) => refs.get(path) ?? []).toSorted() },
      { ref: npmUrl(node), dependsOn: native.filter((part) => part.package === node.name).map(nativeReference) },
      ...dependencies,
    ],
  };
  return `${JSON.stringify(sbom, null, 2)}\n`;
}

const toComponent = (one: Omit<ProductionPackage, "path" | "dependencies">): Component => ({
  type: "library",
  "bom-ref": npmUrl(one),
  name: one.name,
  version: one.version,
  licenses: toLicenses(one.license),
  purl: npmUrl(one),
  ...(one.integrity === undefined ? {} : { hashes: [toHash(one.integrity)] }),
});

const nativeComponent = (part: NativeComponent): Component => ({
  type: "library",
  "bom-ref": nativeReference(part),
  name: part.name,
  version: part.version,
  licenses: toLicenses(part.license),
  purl: nativeUrl(part),
});

/** An expression such as `MIT OR CC0-1.0` has another form than the id of a single license. */
const toLicenses = (license: string): readonly object[] =>
  /[ ()]|^LicenseRef-/.test(license) ? [{ expression: license }] : [{ license: { id: license } }];

function toHash(integrity: string): object {
  const [, digest = ""] = integrity.split("-", 2);
  return { alg: "SHA-512", content: Buffer.from(digest, "base64").toString("hex") };
}

const npmUrl = ({ name, version }: { readonly name: string; readonly version: string }): string =>
  `pkg:npm/${name.replace("@", "%40")}@${version}`;

const nativeUrl = ({ name, version }: NativeComponent): string => `pkg:generic/${name}@${version}`;

/** Two packages may contain the same library. */
const nativeReference = (part: NativeComponent): string => `${part.package}/${nativeUrl(part)}`;
