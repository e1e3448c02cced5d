import { defineError } from "@parlance/kernel/base/errors.ts";

export const BuiltInViewCannotBeNamed = defineError({ text: "Built-in views cannot have a custom name." });
export const CustomViewNeedsName = defineError({ text: "Custom views must have a valid name." });
export const ViewExists = defineError({ text: "Navigation view already exists." });
export const TooManyViews = defineError({ text: "Too many navigation views (limit: 500)" });
export const ViewDoesNotExist = defineError({ status: 404, text: "Navigation view does not exist." });
