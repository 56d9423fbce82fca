using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.FlowAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace Pooling.Analyzers.Usage;

/// <summary>Finds a path from a place to the end of a variable's scope, or to its next value, that passes no end of
/// what it holds. Exceptions are no paths, and each <c>finally</c> block is left for the place that it was entered
/// for.</summary>
internal sealed class LeakPaths
{
    private const int MaxStates = 20_000;

    private readonly FlowGraph _graph;
    private readonly (int First, int Last) _scope;
    private readonly Dictionary<int, List<FlowEvent>> _events = [];
    private readonly Dictionary<(int Block, Exit? After), int> _numbers = [];
    private readonly List<State> _states = [];
    private readonly Dictionary<(ControlFlowBranch Branch, int Index, Exit? After), Exit> _exits = [];
    private readonly Queue<(int Block, Exit? After, int Number)> _pending = new();

    /// <param name="graph">The graph of the function that declares the variable.</param>
    /// <param name="variable">The variable.</param>
    /// <param name="events">Its ends, and its assignments as <see cref="FlowEventKind.Attach"/>.</param>
    internal LeakPaths(FlowGraph graph, ISymbol variable, List<FlowEvent> events)
    {
        _graph = graph;
        _scope = graph.ScopeOf(variable);
        foreach (FlowEvent each in events.OrderBy(static each => each.Point).ThenBy(static each => each.Kind))
        {
            if (!_events.TryGetValue(each.Point.Block, out List<FlowEvent>? list))
                _events.Add(each.Point.Block, list = []);

            list.Add(each);
        }
    }

    /// <summary>Returns the conditions that decide that a path without an end is taken; <see langword="null"/> if
    /// there is no such path.</summary>
    /// <param name="start">The assignment at which the path starts.</param>
    /// <param name="isOverwritten">Whether the path leads to another assignment.</param>
    internal List<(IOperation Condition, bool IsTrue)>? Find(FlowPoint start, out bool isOverwritten)
    {
        _numbers.Clear();
        _states.Clear();
        _exits.Clear();
        _pending.Clear();
        isOverwritten = false;
        return Read(start) ? Shortest(out isOverwritten) : null;
    }

    private bool Read(FlowPoint start)
    {
        // The block of the start is read again, from its beginning, if a loop leads there.
        _states.Add(new());
        _pending.Enqueue((start.Block, null, 0));
        bool isFirst = true;
        while (_pending.Count > 0 && _states.Count < MaxStates)
        {
            (int block, Exit? after, int number) = _pending.Dequeue();
            State state = _states[number];
            FlowEventKind? first = FirstEvent(block, isFirst ? start : null);
            isFirst = false;
            if (first == FlowEventKind.Attach)
                state.IsOverwritten = state.IsLeak = true;
            else if (first is null && !EndsProcess(block))
                AddNext(block, after, state);
        }

        return _pending.Count == 0;
    }

    private FlowEventKind? FirstEvent(int block, FlowPoint? start)
    {
        if (!_events.TryGetValue(block, out List<FlowEvent>? events))
            return null;

        foreach (FlowEvent each in events)
        {
            if (start is not { } from || each.Point.CompareTo(from) > 0)
                return each.Kind;
        }

        return null;
    }

    private void AddNext(int block, Exit? after, State state)
    {
        BasicBlock each = _graph.BlockAt(block);
        if (each.FallThroughSuccessor is { Semantics: ControlFlowBranchSemantics.StructuredExceptionHandling })
        {
            if (after is not null)
                AddBranch(after.Branch, after.Index - 1, after.After, state);

            return;
        }

        foreach ((ControlFlowBranch branch, bool isTrue) in FlowGraph.BranchesOf(each))
            AddBranch(branch, branch.FinallyRegions.Length - 1, after, state, isTrue);

        if (each.ConditionKind != ControlFlowConditionKind.None)
            state.Condition = each.BranchValue;
    }

    private void AddBranch(ControlFlowBranch branch, int index, Exit? after, State state, bool isTrue = false)
    {
        if (branch.Destination is not { } destination)
        {
            state.Next.Add((-1, isTrue)); // an exception
            return;
        }

        Exit? exit = after;
        int block = destination.Ordinal;
        if (index >= 0)
        {
            // The regions are those from the inside to the outside.
            ControlFlowRegion region = branch.FinallyRegions[branch.FinallyRegions.Length - 1 - index];
            if (!_exits.TryGetValue((branch, index, after), out exit))
                _exits.Add((branch, index, after), exit = new(branch, index, after));

            block = region.FirstBlockOrdinal;
        }

        if (block < _scope.First || block > _scope.Last || _graph.BlockAt(block).Kind == BasicBlockKind.Exit)
            (state.IsLeak, state.IsLeakIfTrue) = (true, isTrue);
        else
            state.Next.Add((NumberOf(block, exit), isTrue));
    }

    private int NumberOf(int block, Exit? after)
    {
        if (!_numbers.TryGetValue((block, after), out int number))
        {
            number = _states.Count;
            _numbers.Add((block, after), number);
            _states.Add(new());
            _pending.Enqueue((block, after, number));
        }

        return number;
    }

    private bool EndsProcess(int block) => _graph.BlockAt(block).Operations.Any(static each =>
        each is IExpressionStatementOperation { Operation: IInvocationOperation call }
            && EndsProcess(call.TargetMethod));

    private static bool EndsProcess(IMethodSymbol method) => method.Name is "Exit" or "FailFast"
        || method.Name.StartsWith("Throw", StringComparison.Ordinal)
        && !method.Name.StartsWith("ThrowIf", StringComparison.Ordinal)
        || method.GetAttributes().Any(static each => each.AttributeClass?.Name == "DoesNotReturnAttribute");

    private List<(IOperation Condition, bool IsTrue)>? Shortest(out bool isOverwritten)
    {
        isOverwritten = false;
        MarkLeaks();
        if (_states.Count == 0 || !_states[0].CanLeak)
            return null;

        // Paths with fewer conditions that decide come first.
        LinkedList<(int Number, Path? Path)> pending = new();
        HashSet<int> seen = [];
        pending.AddLast((0, null));
        while (pending.First is { } node)
        {
            pending.RemoveFirst();
            (int number, Path? path) = node.Value;
            if (!seen.Add(number))
                continue;

            State state = _states[number];
            bool isDecided = state.Condition is not null
                && state.Next.Exists(each => each.Number < 0 || !_states[each.Number].CanLeak);
            if (state.IsLeak)
            {
                isOverwritten = state.IsOverwritten;
                return (isDecided ? new Path(state.Condition!, state.IsLeakIfTrue, path) : path)?.ToList() ?? [];
            }

            foreach ((int next, bool isTrue) in state.Next)
            {
                if (next < 0 || !_states[next].CanLeak)
                    continue;

                if (isDecided)
                    pending.AddLast((next, new(state.Condition!, isTrue, path)));
                else
                    pending.AddFirst((next, path));
            }
        }

        return null;
    }

    private void MarkLeaks()
    {
        Dictionary<int, List<int>> before = [];
        Stack<int> pending = new();
        for (int i = 0; i < _states.Count; i++)
        {
            foreach ((int next, _) in _states[i].Next)
            {
                if (next < 0)
                    continue;

                if (!before.TryGetValue(next, out List<int>? list))
                    before.Add(next, list = []);

                list.Add(i);
            }

            if (_states[i].IsLeak)
                pending.Push(i);
        }

        while (pending.Count > 0)
        {
            int number = pending.Pop();
            if (_states[number].CanLeak)
                continue;

            _states[number].CanLeak = true;
            if (before.TryGetValue(number, out List<int>? list))
                list.ForEach(pending.Push);
        }
    }

    /// <summary>A block, entered for a certain place after the <c>finally</c> blocks around it.</summary>
    private sealed class State
    {
        internal List<(int Number, bool IsTrue)> Next { get; } = [];

        internal IOperation? Condition { get; set; }

        internal bool IsLeak { get; set; }

        internal bool IsLeakIfTrue { get; set; }

        internal bool IsOverwritten { get; set; }

        internal bool CanLeak { get; set; }
    }

    /// <summary>A branch that leaves through a <c>finally</c> block.</summary>
    private sealed class Exit(ControlFlowBranch branch, int index, Exit? after)
    {
        internal ControlFlowBranch Branch { get; } = branch;

        internal int Index { get; } = index;

        internal Exit? After { get; } = after;
    }

    /// <summary>The conditions of a path, the last one first.</summary>
    private sealed class Path(IOperation condition, bool isTrue, Path? before)
    {
        internal List<(IOperation Condition, bool IsTrue)> ToList()
        {
            List<(IOperation, bool)> all = [];
            for (Path? each = this; each is not null; each = each.Before)
                all.Add((each.Condition, each.IsTrue));

            return all;
        }

        private IOperation Condition { get; } = condition;

        private bool IsTrue { get; } = isTrue;

        private Path? Before { get; } = before;
    }
}
