import { z } from "zod";
import { bool } from "@parlance/kernel/http/params.ts";
import type { PictureKind } from "./picture-kinds.ts";

/** Parameter that selects the logo. */
export const logoInput = z.object({ night: bool().describe("Whether the logo is for the dark theme.") });

export const kindOfLogo = ({ night }: z.infer<typeof logoInput>): PictureKind => (night ? "night_logo" : "logo");
