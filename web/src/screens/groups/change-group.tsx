import type { ParametersOf } from "@parlance/client";
import type { UserGroup } from "@parlance/contract/nouns/user-groups.ts";
import { Button } from "../../base/ui/forms/button.tsx";
import { Part, Quiet, Row } from "../../base/ui/page.tsx";
import { SavedField } from "../../hooks/saved-field.tsx";
import { useAct } from "../../hooks/use-action.ts";
import { words } from "../../base/words/index.ts";

type Changes = ParametersOf<"PATCH /user_groups/:user_group_id">;

/** What a group is called, and whether it is one. */
export function ChangeGroup({ group }: { group: UserGroup }) {
  const { isActing, act, attempt } = useAct();
  const save = async (changes: Changes) => attempt((call) => call("PATCH", `/user_groups/${group.id}`, changes));
  const set = async (changes: Changes) => act((call) => call("PATCH", `/user_groups/${group.id}`, changes));
  return (
    <Part title={words.groups.change}>
      <SavedField label={words.groups.name} known={group.name} onSave={async (name) => save({ name })} />
      <SavedField
        label={words.groups.description}
        known={group.description}
        mayBeEmpty
        onSave={async (description) => save({ description })}
      />
      <Row>
        {group.deactivated ? (
          <Button isDisabled={isActing} onPress={() => void set({ deactivated: false })}>
            {words.groups.reactivate}
          </Button>
        ) : (
          <Button look="danger" isDisabled={isActing} onPress={() => void set({ deactivated: true })}>
            {words.groups.deactivate}
          </Button>
        )}
      </Row>
      <Quiet>{words.groups.deactivateMore}</Quiet>
    </Part>
  );
}
