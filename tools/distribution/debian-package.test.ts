import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { buildDebianPackage } from "./debian-package.ts";
import { createFile, type File } from "./file.ts";

const skip = existsSync("/usr/bin/dpkg-deb") ? false : "there is no dpkg-deb";
const files: readonly File[] = [
  { ...createFile("parlance", "#!/bin/sh\n"), isExecutable: true },
  { ...createFile("program/libpq.so.5", "library"), isExecutable: true },
  { path: "program/libpq.so", content: { link: "libpq.so.5" }, isExecutable: false },
  createFile("CHANGELOG.md", "# Changelog\n"),
];
const options = {
  platform: { name: "linux-arm64", os: "linux", cpu: "arm64" },
  version: "1.2.3",
  built: new Date("2026-01-02T03:04:05Z"),
};

describe("a Debian package", { skip }, () => {
  const folder = mkdtempSync(join(tmpdir(), "parlance-deb-test-"));
  after(() => rmSync(folder, { recursive: true }));
  const show = (...args: string[]) => execFileSync("dpkg-deb", args, { encoding: "utf8", env: { TZ: "UTC" } });

  test("has the same bytes in whatever order its files were found, and is for one architecture", async () => {
    const path = await buildDebianPackage(folder, { ...options, files });
    assert.equal(path, join(folder, "parlance_1.2.3-1_arm64.deb"));
    const bytes = readFileSync(path);
    await buildDebianPackage(folder, { ...options, files: files.toReversed() });
    assert.deepEqual(readFileSync(path), bytes);
    assert.equal(show("--field", path, "Version", "Architecture"), "Version: 1.2.3-1\nArchitecture: arm64\n");
  });

  test("belongs to root, and of its files only programs are executable", async () => {
    const path = await buildDebianPackage(folder, { ...options, files });
    const listed = show("--contents", path);
    assert.match(listed, /^-rwxr-xr-x root\/root +\d+ 2026-01-02 03:04 \.\/usr\/lib\/parlance\/parlance$/m);
    assert.match(listed, /^-rwxr-xr-x root\/root .* \.\/usr\/bin\/parlance$/m);
    assert.match(listed, /^-rw-r--r-- root\/root .* \.\/usr\/lib\/parlance\/program\/libpq\.so\.5$/m);
    assert.match(listed, /^l.* \.\/usr\/lib\/parlance\/program\/libpq\.so -> libpq\.so\.5$/m);
  });

  test("contains a settings file that names the data directory and nothing else", async () => {
    const path = await buildDebianPackage(folder, { ...options, files });
    execFileSync("dpkg-deb", ["--extract", path, join(folder, "tree")]);
    const settings = readFileSync(join(folder, "tree/usr/share/parlance/parlance.toml"), "utf8");
    const set = settings.split("\n").filter((line) => /^[^#[\n]/.test(line));
    assert.deepEqual(set, ['data_dir = "/var/lib/parlance"']);
  });
});
