import { defineError } from "../base/errors.ts";

const badImage = (text: string) => defineError({ code: "BAD_IMAGE", text });

export const NotAnImage = badImage("Could not decode image; did you upload an image file?");
export const ImageTooLarge = badImage("Image size exceeds limit.");

/** Errors that a user's picture may cause. */
export const imageErrors = [NotAnImage, ImageTooLarge] as const;
