using Microsoft.CodeAnalysis;

namespace Pooling.Analyzers.Usage;

/// <summary>Finds the uses of a variable that certainly come after the end of what it holds: each path to the use
/// passes an end, or each path from an end leads to the use.</summary>
internal sealed class EndedUses
{
    private const int Unknown = -1;
    private const int Attached = 1;
    private const int Ended = 2;
    private const int MaxEnds = 64; // of one variable: paths are followed from each

    private readonly FlowGraph _graph;
    private readonly int _first;
    private readonly int _last;
    private readonly Dictionary<int, List<FlowEvent>> _events = [];
    private readonly int[] _states;
    private readonly HashSet<IOperation> _found = [];

    private EndedUses(FlowGraph graph, ISymbol variable, List<FlowEvent> events)
    {
        _graph = graph;
        (_first, _last) = graph.ScopeOf(variable);
        foreach (FlowEvent each in events.OrderBy(static each => each.Point).ThenBy(static each => each.Kind))
        {
            if (!_events.TryGetValue(each.Point.Block, out List<FlowEvent>? list))
                _events.Add(each.Point.Block, list = []);

            list.Add(each);
        }

        _states = new int[_last - _first + 1];
        for (int i = 0; i < _states.Length; i++)
            _states[i] = Unknown;
    }

    /// <param name="graph">The graph of the function that declares the variable.</param>
    /// <param name="variable">The variable.</param>
    /// <param name="events">Its uses, ends and assignments.</param>
    /// <param name="isAttached">Whether it holds something of the source from the start.</param>
    internal static IReadOnlyCollection<IOperation> Find(FlowGraph graph, ISymbol variable, List<FlowEvent> events,
        bool isAttached)
    {
        EndedUses uses = new(graph, variable, events);
        uses.ReadStates(isAttached ? Attached : 0);
        int ends = events.Count(static each => each.Kind == FlowEventKind.End);
        foreach (KeyValuePair<int, List<FlowEvent>> block in uses._events)
            uses.Check(block.Key, block.Value, ends <= MaxEnds);

        return uses._found;
    }

    // What is true on all paths, exceptions included.
    private void ReadStates(int start)
    {
        Queue<int> pending = new();
        Meet(_first, start, pending);
        while (pending.Count > 0)
        {
            int block = pending.Dequeue();
            int state = _states[block - _first];
            int thrown = state;
            if (_events.TryGetValue(block, out List<FlowEvent>? events))
            {
                foreach (FlowEvent each in events)
                {
                    state = After(state, each.Kind);
                    thrown &= state;
                }
            }

            foreach (int next in _graph.NextOf(block))
                Meet(next, state, pending);

            foreach (int handler in _graph.HandlersOf(block))
                Meet(handler, thrown, pending);
        }
    }

    private void Meet(int block, int state, Queue<int> pending)
    {
        if (block < _first || block > _last)
            return;

        int known = _states[block - _first];
        int both = known == Unknown ? state : known & state;
        if (both == known)
            return;

        _states[block - _first] = both;
        pending.Enqueue(block);
    }

    private static int After(int state, FlowEventKind kind) => kind switch
    {
        FlowEventKind.End => (state & Attached) != 0 ? state | Ended : state,
        FlowEventKind.Separate => state & ~Attached,
        FlowEventKind.Clear => 0,
        FlowEventKind.Attach => Attached,
        _ => state,
    };

    private void Check(int block, List<FlowEvent> events, bool followsPaths)
    {
        int state = block < _first || block > _last ? Unknown : _states[block - _first];
        if (state == Unknown)
            return;

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
            if (_events.TryGetValue(current, out List<FlowEvent>? events))
            {
                for (int i = start; i < events.Count && isOpen; i++)
                {
                    switch (events[i].Kind)
                    {
                        case FlowEventKind.Use:
                            uses.Add(events[i].Operation!);
                            isOpen = false;
                            break;
                        case FlowEventKind.Clear or FlowEventKind.Attach:
                            return;
                    }
                }
            }

            if (!isOpen)
                continue;

            IReadOnlyList<int> next = _graph.NextOf(current);
            if (next.Count == 0)
                return;

            foreach (int each in next)
            {
                if (each < _first || each > _last)
                    return;

                if (seen.Add(each))
                    pending.Push((each, 0));
            }
        }

        _found.UnionWith(uses);
    }
}
