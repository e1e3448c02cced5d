import { told } from "../../hooks/check-outcome.ts";
import { channelsById } from "../../client/replica/selectors/entities-by-id.ts";
import { Choice, Tick } from "../../base/ui/forms/choice-fields.tsx";
import { Part, Quiet } from "../../base/ui/page.tsx";
import { SavedField } from "../../hooks/saved-field.tsx";
import { useKnown } from "../../hooks/use-store.ts";
import { words } from "../../base/words/index.ts";
import type { SettingPart, SettingValue, SettingWords } from "../../base/words/setting-words.ts";
import { useSetting } from "./setting-source.tsx";

const said = words.settings;

/** Settings that belong together, under their title. */
export const SettingsPart = ({ part: { title, more, settings } }: { part: SettingPart }) => (
  <Part title={title}>
    {more !== undefined && <Quiet>{more}</Quiet>}
    {Object.entries(settings).map(([name, about]) => (
      <Setting key={name} name={name} about={about} />
    ))}
  </Part>
);

interface SettingProps<W extends SettingWords = SettingWords> {
  /** As the API calls it. */
  readonly name: string;
  readonly about: W;
}

/** One setting, changed as one goes; nothing where there is none of this name. */
export function Setting({ name, about }: SettingProps) {
  const { value } = useSetting(name);
  if (value === undefined) return null;
  if (typeof about === "string") return <SettingTick name={name} about={{ kind: "tick", label: about }} />;
  switch (about.kind) {
    case "tick":
      return <SettingTick name={name} about={about} />;
    case "choice":
      return <SettingChoice name={name} about={about} />;
    case "text":
      return <SettingText name={name} about={about} />;
    case "number":
      return <SettingNumber name={name} about={about} />;
    case "channel":
      return <SettingChannel name={name} about={about} />;
  }
}

type Of<K extends string> = Extract<SettingWords, { readonly kind: K }>;

function SettingTick({ name, about: { label, hint } }: SettingProps<Of<"tick">>) {
  const { value, mayChange, set } = useSetting(name);
  return (
    <Tick
      isSelected={value === true}
      isDisabled={!mayChange}
      {...(hint === undefined ? {} : { hint })}
      onChange={(isOn) => void set(isOn).then(told)}
    >
      {label}
    </Tick>
  );
}

function SettingChoice({ name, about: { label, hint, options, other } }: SettingProps<Of<"choice">>) {
  const { value, mayChange, set } = useSetting(name);
  const keyed = options.map((option) => ({ ...option, key: String(option.value) }));
  const key = String(value);
  const text = value === null || value === undefined ? said.asUsual : (other?.(value) ?? key);
  const shown = keyed.map((option) => ({ value: option.key, text: option.text }));
  return (
    <div>
      <Choice
        label={label}
        // What other clients have chosen is shown as well.
        options={keyed.some((option) => option.key === key) ? shown : [...shown, { value: key, text }]}
        value={key}
        isDisabled={!mayChange}
        onChange={(chosen) => {
          const option = keyed.find((one) => one.key === chosen);
          if (option) void set(option.value).then(told);
        }}
      />
      {hint !== undefined && <Quiet>{hint}</Quiet>}
    </div>
  );
}

function SettingText({ name, about: { label, hint, rows, longest, none = "" } }: SettingProps<Of<"text">>) {
  const { value, mayChange, set } = useSetting(name);
  const known = String(value ?? "");
  return (
    <SavedField
      label={label}
      known={known === none ? "" : known}
      isDisabled={!mayChange}
      mayBeEmpty
      {...(hint === undefined ? {} : { hint })}
      {...(rows === undefined ? {} : { rows })}
      {...(longest === undefined ? {} : { maxLength: longest })}
      onSave={(text) => set(text === "" ? none : text)}
    />
  );
}

function SettingNumber({ name, about: { label, hint, none } }: SettingProps<Of<"number">>) {
  const { value, mayChange, set } = useSetting(name);
  const save = async (text: string) => {
    if (text === "" && none !== undefined) return set(none);
    const written: SettingValue = Number(text);
    return Number.isSafeInteger(written) ? set(written) : { done: false as const, message: said.notNumber };
  };
  return (
    <SavedField
      label={label}
      known={value === none ? "" : String(value)}
      isDisabled={!mayChange}
      mayBeEmpty={none !== undefined}
      {...(hint === undefined ? {} : { hint })}
      onSave={save}
    />
  );
}

/** Stands for no channel, to the API too. */
const NONE = -1;

function SettingChannel({ name, about: { label, hint, isPrivate } }: SettingProps<Of<"channel">>) {
  const { value, mayChange, set } = useSetting(name);
  const channels = useKnown(channelsById);
  const fitting = [...channels.values()]
    .filter(({ is_archived, invite_only }) => !is_archived && (!isPrivate || invite_only))
    .map((channel) => ({ value: channel.stream_id, text: `#${channel.name}` }))
    .toSorted((a, b) => a.text.localeCompare(b.text));
  const chosen = Number(value);
  const known = chosen === NONE || fitting.some((one) => one.value === chosen);
  const other = channels.get(chosen);
  return (
    <div>
      <Choice
        label={label}
        options={[
          { value: NONE, text: said.none },
          ...fitting,
          ...(known ? [] : [{ value: chosen, text: other ? `#${other.name}` : words.dialogs.history.otherChannel }]),
        ]}
        value={chosen}
        isDisabled={!mayChange}
        onChange={(id) => void set(id).then(told)}
      />
      {hint !== undefined && <Quiet>{hint}</Quiet>}
    </div>
  );
}
