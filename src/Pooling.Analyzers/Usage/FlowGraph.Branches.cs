using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.FlowAnalysis;

namespace Pooling.Analyzers.Usage;

/// <content>The order in which blocks can run.</content>
internal sealed partial class FlowGraph
{
    private readonly List<int>?[] _next;
    private List<int>?[]? _previous;
    private List<int>?[]? _throwing;
    private bool[]? _canRun;

    /// <summary>Returns the branches that a block can take, and whether each is taken if the condition is true. A
    /// condition that is a constant rules out one of them.</summary>
    internal static IEnumerable<(ControlFlowBranch Branch, bool IsTrue)> BranchesOf(BasicBlock block)
    {
        bool isTrue = block.ConditionKind == ControlFlowConditionKind.WhenTrue;
        bool? constant = block.ConditionKind != ControlFlowConditionKind.None
            && block.BranchValue is { ConstantValue: { HasValue: true, Value: bool value } } ? value : null;
        if (block.ConditionalSuccessor is { } conditional && constant != !isTrue)
            yield return (conditional, isTrue);

        if (block.FallThroughSuccessor is { } other && (block.ConditionalSuccessor is null || constant != isTrue))
            yield return (other, !isTrue);
    }

    /// <summary>Returns the blocks that can run after a block, without exceptions. A <c>finally</c> block is followed
    /// by whatever follows any of the blocks before it.</summary>
    internal IReadOnlyList<int> NextOf(int block) => _next[block] ?? (IReadOnlyList<int>)[];

    /// <summary>Returns the blocks before a block, without exceptions. Those that never run are left out.</summary>
    internal IReadOnlyList<int> PreviousOf(int block)
    {
        ReadPrevious();
        return _previous![block] ?? (IReadOnlyList<int>)[];
    }

    /// <summary>Returns the blocks whose exceptions lead to a block, which is the first one of a <c>catch</c> clause.
    /// Those that never run are left out.</summary>
    internal IReadOnlyList<int> ThrowingTo(int block)
    {
        ReadPrevious();
        return _throwing![block] ?? (IReadOnlyList<int>)[];
    }

    /// <summary>Whether any path leads to a block.</summary>
    internal bool CanRun(int block)
    {
        ReadPrevious();
        return _canRun![block];
    }

    /// <summary>Returns the points of a list that can come next after a point, on a path without any other point of
    /// the list. Exceptions are no paths.</summary>
    /// <param name="point">The place at which the path starts, behind it.</param>
    /// <param name="points">The places to look for.</param>
    /// <param name="ends">The places at which a path ends.</param>
    internal HashSet<FlowPoint> FindNext(FlowPoint point, ILookup<int, FlowPoint> points, ILookup<int, FlowPoint> ends)
    {
        HashSet<FlowPoint> found = [];
        HashSet<int> seen = [];
        Stack<(int Block, int Index)> pending = new();
        pending.Push((point.Block, point.Index + 1));
        while (pending.Count > 0)
        {
            (int block, int start) = pending.Pop();
            int next = FirstOf(points[block], start);
            int end = FirstOf(ends[block], start);
            if (next < end)
                found.Add(new(block, next));

            if (next != int.MaxValue || end != int.MaxValue)
                continue;

            foreach (int each in NextOf(block))
            {
                if (seen.Add(each))
                    pending.Push((each, 0));
            }
        }

        return found;
    }

    private static int FirstOf(IEnumerable<FlowPoint> points, int start) => points
        .Where(each => each.Index >= start).Select(static each => each.Index).DefaultIfEmpty(int.MaxValue).Min();

    private void ReadBranches()
    {
        Dictionary<ControlFlowRegion, List<int>> afterFinally = [];
        foreach (BasicBlock block in _graph.Blocks)
        {
            foreach ((ControlFlowBranch branch, _) in BranchesOf(block))
            {
                if (branch.Destination is not { } destination)
                    continue;

                int next = destination.Ordinal;
                for (int i = branch.FinallyRegions.Length - 1; i >= 0; i--)
                {
                    ControlFlowRegion region = branch.FinallyRegions[i];
                    if (!afterFinally.TryGetValue(region, out List<int>? after))
                        afterFinally.Add(region, after = []);

                    if (!after.Contains(next))
                        after.Add(next);

                    next = region.FirstBlockOrdinal;
                }

                AddTo(_next, block.Ordinal, next);
            }
        }

        foreach (BasicBlock block in _graph.Blocks)
        {
            if (block.FallThroughSuccessor is { Semantics: ControlFlowBranchSemantics.StructuredExceptionHandling }
                && _finallies[block.Ordinal] is { } region && afterFinally.TryGetValue(region, out List<int>? after))
            {
                (_next[block.Ordinal] ??= []).AddRange(after);
            }
        }
    }

    private void ReadPrevious()
    {
        if (_canRun is not null)
            return;

        _previous = new List<int>?[_next.Length];
        _throwing = new List<int>?[_next.Length];
        _canRun = new bool[_next.Length];
        Stack<int> pending = new();
        pending.Push(0);
        _canRun[0] = true;
        while (pending.Count > 0)
        {
            int block = pending.Pop();
            foreach (int next in NextOf(block))
                Read(next, _previous);

            foreach (int handler in HandlersOf(block))
                Read(handler, _throwing);

            void Read(int next, List<int>?[] before)
            {
                AddTo(before, next, block);
                if (_canRun[next])
                    return;

                _canRun[next] = true;
                pending.Push(next);
            }
        }
    }

    private static void AddTo(List<int>?[] lists, int block, int item) => (lists[block] ??= []).Add(item);
}
