import type { Channel } from "@parlance/contract/entities/channel.ts";
import { channelsById } from "../../client/replica/selectors/entities-by-id.ts";
import { memo } from "../../client/replica/selectors/memo.ts";
import { SelectField } from "../../base/ui/forms/choice-fields.tsx";
import { useClientState } from "../../hooks/use-store.ts";
import { words } from "../../base/words/index.ts";

const activeChannels = memo(["subscriptions", "unsubscribed", "never_subscribed"], (state): readonly Channel[] =>
  [...channelsById(state).values()]
    .filter(({ is_archived }) => !is_archived)
    .toSorted((a, b) => a.name.localeCompare(b.name)),
);

interface ChannelNameFieldProps {
  readonly label: string;
  /** Name of the channel. Empty for no channel. */
  readonly value: string;
  readonly isDisabled?: boolean;
  readonly onChange: (name: string) => void;
}

/** Field in which the user selects a channel, or no channel. */
export function ChannelNameField({ label, value, isDisabled = false, onChange }: ChannelNameFieldProps) {
  const names = useClientState(activeChannels).map(({ name }) => name);
  const all = value === "" || names.includes(value) ? names : [value, ...names];
  return (
    <SelectField
      label={label}
      options={[{ value: "", text: words.bots.noChannel }, ...all.map((name) => ({ value: name, text: `#${name}` }))]}
      value={value}
      isDisabled={isDisabled}
      onChange={onChange}
    />
  );
}
