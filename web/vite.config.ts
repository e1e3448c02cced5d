import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { stripSchemas } from "./built/strip-schemas.ts";
import { firstScreenChunk } from "./built/first-screen-chunk.ts";

const SUPPORTED = "Intl.DateTimeFormat.supportedLocalesOf(";

/**
 * Replaces a check in the control library that runs while the module is loaded. It tests whether the browser's language
 * is valid in a way that makes browsers load all their calendars, which delays the first screen by ten milliseconds or
 * more. Another function gives the same result.
 */
const askForLocale = (): Plugin => ({
  name: "ask-for-locale",
  transform(code, id) {
    if (!id.includes("i18n/useDefaultLocale")) return null;
    if (!code.includes(SUPPORTED))
      this.error("The controls' library asks otherwise now: see whether this is still needed.");
    return { code: code.replace(SUPPORTED, "Intl.getCanonicalLocales("), map: null };
  },
});

// Vite requires a default export.
// oxlint-disable-next-line import/no-default-export
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), askForLocale(), stripSchemas()],
  resolve: { alias: { zod: join(import.meta.dirname, "built/no-schemas.ts") } },
  build: {
    outDir: "dist",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: "es2023",
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      input: {
        index: join(import.meta.dirname, "index.html"),
        worker: join(import.meta.dirname, "src/worker/worker.ts"),
      },
      // Browsers request the worker by a fixed name.
      output: {
        entryFileNames: ({ name }) => (name === "worker" ? "worker.js" : "assets/[name]-[hash].js"),
        codeSplitting: { groups: [{ name: firstScreenChunk }] },
      },
      // Texts are bundled with the pages that use them, because their modules have no side effects.
      treeshake: { moduleSideEffects: [{ test: /[\\/]web[\\/]src[\\/]base[\\/]words[\\/]/, sideEffects: false }] },
    },
  },
});
