using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace Pooling.Analyzers.Usage;

/// <summary>The events of a lease, or of a writer, in one function: the calls that end it or change its memory, and its
/// assignments. All variables that hold its content share them.</summary>
internal sealed class SourceEvents
{
    private readonly MethodBody _body;
    private readonly IOperation? _function;
    private readonly LocalUse? _variable;
    private readonly bool _isLease;
    private readonly List<IInvocationOperation> _calls;
    private readonly int _firstEnd;
    private readonly int _firstChange;
    private Dictionary<int, List<FlowEvent>>? _blocks;
    private bool _isRead;

    /// <param name="body">The method.</param>
    /// <param name="function">The function that holds the places.</param>
    /// <param name="variable">The variable; <see langword="null"/> for a field.</param>
    /// <param name="isLease">Whether <c>using</c> ends it, too.</param>
    /// <param name="ends">The calls that end it.</param>
    /// <param name="changes">The calls that change its memory.</param>
    internal SourceEvents(MethodBody body, IOperation? function, LocalUse? variable, bool isLease,
        List<IInvocationOperation> ends, IEnumerable<IInvocationOperation> changes)
    {
        _body = body;
        _function = function;
        _variable = variable;
        _isLease = isLease;
        _firstEnd = FirstOf(ends);
        if (variable is { IsUsing: true, Declarator: { } declarator } && isLease)
            _firstEnd = Math.Min(_firstEnd, Places.ScopeEndOf(declarator) ?? int.MaxValue);

        List<IInvocationOperation> others = [.. changes];
        _firstChange = FirstOf(others);
        _calls = [.. ends.Concat(others).OrderBy(static each => each.Syntax.SpanStart)];
    }

    /// <summary>Returns the place in the source of the first end, or of the first change before it.</summary>
    internal int First(bool hasChanges) => hasChanges ? Math.Min(_firstEnd, _firstChange) : _firstEnd;

    /// <summary>Finds the places in the control flow; returns <see langword="false"/> if not all of them are
    /// known.</summary>
    internal bool Read()
    {
        if (_isRead)
            return _blocks is not null;

        _isRead = true;
        if (_body.FlowOf(_function) is not { } graph)
            return false;

        FlowEvents events = new(graph);
        if (_variable is not null && !events.AddWrites(_variable, static _ => FlowEventKind.Separate)
            || !_calls.TrueForAll(each => events.Add(each, FlowEventKind.End, each)))
        {
            return false;
        }

        if (_variable is not null && _isLease)
            events.AddUsing(_variable.Symbol);

        _blocks = FlowEvents.ByBlock(events.All);
        return true;
    }

    /// <summary>Returns what happens in a part of a block, in its order.</summary>
    internal IEnumerable<FlowEvent> In(int block, int from, int to)
    {
        if (_blocks is null || !_blocks.TryGetValue(block, out List<FlowEvent>? events))
            yield break;

        for (int i = FirstAtLeast(events.Count, each => events[each].Point.Index >= from); i < events.Count; i++)
        {
            if (events[i].Point.Index > to)
                break;

            yield return events[i];
        }
    }

    /// <summary>Returns the last call before a place of the source that fits.</summary>
    internal IInvocationOperation? LastBefore(int place, Func<IInvocationOperation, bool> fits)
    {
        int i = FirstAtLeast(_calls.Count, each => _calls[each].Syntax.SpanStart >= place) - 1;
        while (i >= 0 && !fits(_calls[i]))
            i--;

        return i >= 0 ? _calls[i] : null;
    }

    private static int FirstOf(List<IInvocationOperation> calls) =>
        calls.Count > 0 ? calls.Min(static each => each.Syntax.SpanStart) : int.MaxValue;

    private static int FirstAtLeast(int count, Func<int, bool> isAtLeast)
    {
        int low = 0;
        int high = count;
        while (low < high)
        {
            int middle = low + ((high - low) / 2);
            if (isAtLeast(middle))
                high = middle;
            else
                low = middle + 1;
        }

        return low;
    }
}
