import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

// `import/no-default-export`: Vite takes its configuration so.
// oxlint-disable-next-line import/no-default-export
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: { outDir: "dist", emptyOutDir: true, assetsDir: "assets", assetsInlineLimit: 0, target: "es2023" },
});
