namespace Pooling.SoakTests.Exploration;

/// <summary>The permitted results of a bounded queue. The operations take effect one after the other, each between its call and its
/// return.</summary>
/// <param name="capacity">The maximum number of items.</param>
/// <param name="mayBeLate">Whether a queue may be reported as full or empty because its last change has not arrived yet.</param>
internal sealed class Specification(int capacity, bool mayBeLate)
{
    internal static Linearization[] Start { get; } = [default];

    internal static Linearization[] Call(Linearization[] candidates, int thread) =>
        [.. candidates.Select(candidate => candidate.Call(thread))];

    /// <summary>Keeps the candidates in which a call has the result with which it returned.</summary>
    /// <returns>The candidates; empty if no order of the operations explains their results.</returns>
    internal Linearization[] Return(Linearization[] candidates, int thread, ulong result, Func<int, RingOperation> operationOf)
    {
        var all = new HashSet<Linearization>(candidates);
        var open = new Stack<Linearization>(candidates);
        while (open.TryPop(out Linearization candidate))
        {
            for (int other = 0; other < 4; other++)
            {
                if (!candidate.IsCalled(other))
                    continue;

                foreach ((ulong answer, Linearization next) in Effects(candidate, operationOf(other)))
                {
                    Linearization applied = next.TakeEffect(other, answer);
                    if (all.Add(applied))
                        open.Push(applied);
                }
            }
        }

        return [.. all.Where(candidate => candidate.HasResult(thread, result)).Select(candidate => candidate.Return(thread))
            .OrderBy(static candidate => candidate.Queue).ThenBy(static candidate => candidate.Calls)];
    }

    private IEnumerable<(ulong Result, Linearization Next)> Effects(Linearization queue, RingOperation operation)
    {
        switch (operation.Kind)
        {
            case OperationKind.Enqueue or OperationKind.EnqueueMany:
                Linearization filled = queue;
                for (int i = 0; i < operation.Count && !queue.IsCompleted && filled.Count < capacity; i++)
                {
                    filled = filled.Append(operation.Value + i);
                    yield return ((ulong)i + 1, filled);
                }

                if (mayBeLate || queue.IsCompleted || queue.Count == capacity)
                    yield return (0, queue);

                break;
            case OperationKind.Dequeue or OperationKind.DequeueMany:
                Linearization rest = queue;
                ulong taken = 0;
                for (int i = 0; i < operation.Count && rest.Count > 0; i++)
                {
                    taken |= rest.Oldest << (4 * i);
                    rest = rest.RemoveOldest();
                    yield return (taken, rest);
                }

                if (mayBeLate || queue.Count == 0)
                    yield return (0, queue);

                break;
            case OperationKind.Peek:
                if (queue.Count > 0)
                    yield return (queue.Oldest, queue);

                if (mayBeLate || queue.Count == 0)
                    yield return (0, queue);

                break;
            default:
                yield return (1, queue.Completed());
                break;
        }
    }
}
