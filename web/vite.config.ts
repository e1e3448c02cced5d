import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { stripSchemas } from "./built/strip-schemas.ts";
import { firstScreenChunk } from "./built/first-screen-chunk.ts";

const SUPPORTED = "Intl.DateTimeFormat.supportedLocalesOf(";

/**
 * Replaces a check that the component library runs when it is loaded. The check determines whether the browser's
 * language is valid, in a way that makes browsers load the data of all calendars. This delays the first screen by ten
 * milliseconds or more. Another function yields the same result without this cost.
 */
const requireLocale = (): Plugin => ({
  name: "ask-for-locale",
  transform(code, id) {
    if (!id.includes("i18n/useDefaultLocale")) return null;
    if (!code.includes(SUPPORTED))
      this.error(
        "The component library checks the language in another way now: find out whether this plugin is still needed.",
      );
    return { code: code.replace(SUPPORTED, "Intl.getCanonicalLocales("), map: null };
  },
});

// Vite requires the configuration to be a default export.
// oxlint-disable-next-line import/no-default-export
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), requireLocale(), stripSchemas()],
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
      // The name of the service worker must not contain a hash, because browsers request it under a fixed name.
      output: {
        entryFileNames: ({ name }) => (name === "worker" ? "worker.js" : "assets/[name]-[hash].js"),
        // Without a name for its report on build times, the bundler warns, because the chunk's name is a function.
        codeSplitting: { groups: [{ debugName: "first screen", name: firstScreenChunk }] },
      },
      // The modules with texts are declared to have no side effects, so that each text is bundled with the pages that
      // use it.
      treeshake: { moduleSideEffects: [{ test: /[\\/]web[\\/]src[\\/]base[\\/]words[\\/]/, sideEffects: false }] },
    },
  },
});
