import { useMutation, useQueryClient } from '@tanstack/react-query';

interface MakingPorts<Made> {
  readonly onMade: (made: Made) => void;
  readonly onClose: () => void;
}

/** Makes something for a DialogForm, passes on the result once, and closes the form. */
export function useMaking<Made>(make: () => Promise<Made>, { onMade, onClose }: MakingPorts<Made>) {
  const queries = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: make,
    // The request may contain a secret, so nothing of it is kept in memory.
    gcTime: 0,
    onSuccess: async (made) => {
      onMade(made);
      onClose();
      await queries.invalidateQueries({ queryKey: ['system'] });
    },
  });
  return { isBusy: isPending, onSubmit: () => mutate(), error, onClose };
}
