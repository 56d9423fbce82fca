using Microsoft.CodeAnalysis;

namespace Pooling.Analyzers.Usage;

/// <summary>Finds the uses of a variable that certainly come after the end of what it holds: each path to the use
/// passes an end, or each path from an end leads to the use. Only the blocks from the assignments of the variable to
/// its uses are read.</summary>
internal sealed class EndedUses
{
    private const int Attached = 1;
    private const int Ended = 2;
    private const int MaxEnds = 64; // of one variable: paths are followed from each

    private readonly FlowGraph _graph;
    private readonly int _first;
    private readonly int _last;
    private readonly Dictionary<int, List<FlowEvent>> _own;
    private readonly SourceEvents? _source;
    private readonly Func<FlowEvent, bool> _isOfSource;
    private readonly HashSet<int> _isUsedLater = []; // a use follows the block
    private readonly HashSet<int> _isUsed = []; // a use comes before any assignment
    private readonly Dictionary<int, List<FlowEvent>> _events = [];
    private readonly Dictionary<int, int> _states = [];
    private readonly HashSet<IOperation> _found = [];

    private EndedUses(FlowGraph graph, ISymbol variable, List<FlowEvent> events, SourceEvents? source,
        Func<FlowEvent, bool> isOfSource)
    {
        _graph = graph;
        _source = source;
        _isOfSource = isOfSource;
        (_first, _last) = graph.ScopeOf(variable);
        _own = FlowEvents.ByBlock(
            events.Where(each => IsInScope(each.Point.Block) && graph.CanRun(each.Point.Block)));
    }

    /// <param name="graph">The graph of the function that declares the variable.</param>
    /// <param name="variable">The variable.</param>
    /// <param name="events">Its uses, ends and assignments.</param>
    /// <param name="isAttached">Whether it holds something of the source from the start.</param>
    internal static IReadOnlyCollection<IOperation> Find(FlowGraph graph, ISymbol variable, List<FlowEvent> events,
        bool isAttached) => Find(graph, variable, events, isAttached, null, static _ => true);

    /// <param name="graph">The graph of the function that declares the variable.</param>
    /// <param name="variable">The variable.</param>
    /// <param name="events">Its uses and assignments.</param>
    /// <param name="source">The ends and changes of the source of its content.</param>
    /// <param name="isOfSource">Whether something that happens to the source concerns the variable.</param>
    internal static IReadOnlyCollection<IOperation> Find(FlowGraph graph, ISymbol variable, List<FlowEvent> events,
        SourceEvents source, Func<FlowEvent, bool> isOfSource) =>
        Find(graph, variable, events, false, source, isOfSource);

    private static HashSet<IOperation> Find(FlowGraph graph, ISymbol variable, List<FlowEvent> events,
        bool isAttached, SourceEvents? source, Func<FlowEvent, bool> isOfSource)
    {
        EndedUses uses = new(graph, variable, events, source, isOfSource);
        uses.ReadUses();
        uses.ReadStates(isAttached ? Attached : 0);
        int ends = uses._states.Keys.Sum(block => uses.EventsOf(block).Count(static each =>
            each.Kind == FlowEventKind.End));
        foreach (KeyValuePair<int, int> block in uses._states)
            uses.Check(block.Key, block.Value, ends <= MaxEnds);

        return uses._found;
    }

    private bool IsInScope(int block) => block >= _first && block <= _last;

    // From the uses back to the assignments before them.
    private void ReadUses()
    {
        Stack<int> pending = new();
        foreach (KeyValuePair<int, List<FlowEvent>> block in _own)
        {
            foreach (FlowEvent each in block.Value)
            {
                if (IsWrite(each))
                    break;

                if (each.Kind == FlowEventKind.Use && _isUsed.Add(block.Key))
                    pending.Push(block.Key);
            }
        }

        while (pending.Count > 0)
        {
            int block = pending.Pop();
            foreach (int before in _graph.PreviousOf(block))
            {
                if (IsInScope(before) && _isUsedLater.Add(before) && !HasWrite(before) && _isUsed.Add(before))
                    pending.Push(before);
            }

            // An exception can be thrown before an assignment, too.
            foreach (int before in _graph.ThrowingTo(block))
            {
                if (IsInScope(before) && _isUsedLater.Add(before) | _isUsed.Add(before))
                    pending.Push(before);
            }
        }
    }

    // What is true on all paths, exceptions included. Before an assignment, it does not matter.
    private void ReadStates(int start)
    {
        Queue<int> pending = new();
        foreach (int block in _own.Keys.Concat(_isUsedLater).Where(each => !_isUsed.Contains(each)))
            Meet(block, 0, pending);

        if (_isUsed.Contains(_first))
            Meet(_first, start, pending);

        while (pending.Count > 0)
        {
            int block = pending.Dequeue();
            int state = _states[block];
            int thrown = state;
            foreach (FlowEvent each in EventsOf(block))
            {
                state = After(state, each.Kind);
                thrown &= state;
            }

            if (!_isUsedLater.Contains(block))
                continue;

            foreach (int next in _graph.NextOf(block))
            {
                if (_isUsed.Contains(next))
                    Meet(next, state, pending);
            }

            foreach (int handler in _graph.HandlersOf(block))
            {
                if (_isUsed.Contains(handler))
                    Meet(handler, thrown, pending);
            }
        }
    }

    private void Meet(int block, int state, Queue<int> pending)
    {
        bool isKnown = _states.TryGetValue(block, out int known);
        if (isKnown && (known & state) == known)
            return;

        _states[block] = isKnown ? known & state : state;
        pending.Enqueue(block);
    }

    private static bool IsWrite(FlowEvent each) => each.Kind is FlowEventKind.Clear or FlowEventKind.Attach;

    private bool HasWrite(int block) =>
        _own.TryGetValue(block, out List<FlowEvent>? events) && events.Exists(IsWrite);

    /// <summary>Returns what happens in a block, as far as a use can follow.</summary>
    private List<FlowEvent> EventsOf(int block)
    {
        if (_events.TryGetValue(block, out List<FlowEvent>? events))
            return events;

        List<FlowEvent> own = _own.TryGetValue(block, out List<FlowEvent>? list) ? list : [];
        events = own;
        if (_source is not null)
        {
            int from = _isUsed.Contains(block) || own.Count == 0 ? 0 : own[0].Point.Index;
            int to = _isUsedLater.Contains(block) || own.Count == 0 ? int.MaxValue : own[own.Count - 1].Point.Index;
            events = [.. own.Concat(_source.In(block, from, to).Where(_isOfSource))
                .OrderBy(static each => each.Point).ThenBy(static each => each.Kind)];
        }

        _events.Add(block, events);
        return events;
    }

    private static int After(int state, FlowEventKind kind) => kind switch
    {
        FlowEventKind.End => (state & Attached) != 0 ? state | Ended : state,
        FlowEventKind.Separate => state & ~Attached,
        FlowEventKind.Clear => 0,
        FlowEventKind.Attach => Attached,
        _ => state,
    };

    private void Check(int block, int state, bool followsPaths)
    {
        List<FlowEvent> events = EventsOf(block);
        for (int i = 0; i < events.Count; i++)
        {
            FlowEvent each = events[i];
            if (each.Kind == FlowEventKind.Use && (state & Ended) != 0 && !_graph.IsInFinally(block))
                _found.Add(each.Operation!);
            else if (each.Kind == FlowEventKind.End && (state & Attached) != 0 && followsPaths)
                FollowPaths(block, i + 1);

            state = After(state, each.Kind);
        }
    }

    private void FollowPaths(int block, int index)
    {
        List<IOperation> uses = [];
        HashSet<int> seen = [];
        Stack<(int Block, int Index)> pending = new();
        pending.Push((block, index));
        while (pending.Count > 0)
        {
            (int current, int start) = pending.Pop();
            bool isOpen = true;
            List<FlowEvent> events = EventsOf(current);
            for (int i = start; i < events.Count && isOpen; i++)
            {
                if (IsWrite(events[i]))
                    return;

                if (events[i].Kind == FlowEventKind.Use)
                {
                    uses.Add(events[i].Operation!);
                    isOpen = false;
                }
            }

            if (!isOpen)
                continue;

            if (!_isUsedLater.Contains(current))
                return;

            foreach (int each in _graph.NextOf(current))
            {
                if (!_isUsed.Contains(each))
                    return;

                if (seen.Add(each))
                    pending.Push((each, 0));
            }
        }

        _found.UnionWith(uses);
    }
}
