import { z } from "zod";
import type { AppError } from "@parlance/kernel/base/errors.ts";
import { issueText, parseContext } from "@parlance/kernel/http/validation-issues.ts";
import { InvalidWidgetData, OnlyAuthorCanEditQuestion, OnlyAuthorCanEditTitle, UnknownWidgetStep } from "./errors.ts";

/** Index of a poll option or a task among those that the same user has added. */
const index = z.int().min(0).max(1000);

interface StepDefinition {
  readonly schema: z.ZodType;
  /** The error if a user other than the message's author adds the step. Undefined if all users may add it. */
  readonly authorOnlyError?: new () => AppError;
}

type StepDefinitions = Readonly<Record<string, StepDefinition>>;

const step = <S extends z.ZodRawShape>(shape: S) => z.strictObject({ type: z.string(), ...shape });

/** The steps of each widget type, by the step's type. */
const widgets: Readonly<Record<string, StepDefinitions>> = {
  poll: {
    vote: { schema: step({ key: z.string(), vote: z.union([z.literal(1), z.literal(-1)]) }) },
    new_option: { schema: step({ option: z.string(), idx: index }) },
    question: { schema: step({ question: z.string() }), authorOnlyError: OnlyAuthorCanEditQuestion },
  },
  todo: {
    new_task: {
      schema: step({ key: index, task: z.string(), desc: z.string(), completed: z.boolean() }),
    },
    strike: { schema: step({ key: z.string() }) },
    new_task_list_title: { schema: step({ title: z.string() }), authorOnlyError: OnlyAuthorCanEditTitle },
  },
};

const anyStep = z.looseObject({ type: z.string() });

/** Returns the type of the widget that has this initial content. Returns null for an unknown type. */
export function parseWidgetType(content: string): string | null {
  const { success, data } = z.object({ widget_type: z.string() }).safeParse(JSON.parse(content));
  return success && Object.hasOwn(widgets, data.widget_type) ? data.widget_type : null;
}

/**
 * Throws unless the data is a valid step of a widget of this type and the user may add it.
 * @throws the errors in `widgetErrors`
 */
export function assertValidStep(widget: string, data: unknown, isAuthor: boolean): void {
  const { type } = parseWith(widget, anyStep, data);
  const steps = widgets[widget] ?? {};
  const known = Object.hasOwn(steps, type) ? steps[type] : undefined;
  if (!known) throw new UnknownWidgetStep({ widget, step: type });
  if (known.authorOnlyError && !isAuthor) throw new known.authorOnlyError();
  parseWith(widget, known.schema, data);
}

function parseWith<S extends z.ZodType>(widget: string, schema: S, data: unknown): z.output<S> {
  const result = schema.safeParse(data, parseContext);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const problem = issue ? issueText({ ...issue, path: [`${widget} data`, ...issue.path] }) : `Invalid ${widget} data`;
  throw new InvalidWidgetData({ problem });
}
