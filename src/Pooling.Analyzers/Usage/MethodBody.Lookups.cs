using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace Pooling.Analyzers.Usage;

/// <content>What is looked up again and again, and made when it is asked for.</content>
internal sealed partial class MethodBody
{
    private ILookup<ISymbol, LocalUse>? _captured;
    private ILookup<ISymbol, ISymbol>? _membersOf;
    private Dictionary<ISymbol, int>? _lastUses;
    private Dictionary<ISymbol, int>? _targets;
    private INamedTypeSymbol? _lastOwner;
    private List<(IOperation? Function, int Place)> _lastCalls = [];

    /// <summary>Returns the variables of other functions that a lambda or local function uses.</summary>
    internal IEnumerable<LocalUse> CapturedBy(ISymbol function)
    {
        _captured ??= Locals.SelectMany(variable => variable.References
            .SelectMany(each => FunctionsBetween(each.Function, variable.Function))
            .Distinct(SymbolEqualityComparer.Default)
            .Select(each => (Variable: variable, Function: each!)))
            .ToLookup(static each => each.Function, static each => each.Variable, SymbolEqualityComparer.Default);
        return _captured[function];
    }

    /// <summary>Whether a member of this object is used after a place.</summary>
    internal bool IsUsedAfter(ISymbol member, int place)
    {
        if (_lastUses is null)
        {
            _lastUses = new(SymbolEqualityComparer.Default);
            foreach (Node node in _members)
            {
                ISymbol used = ((IMemberReferenceOperation)node.Operation).Member;
                _lastUses[used] = Math.Max(node.Operation.Syntax.SpanStart, _lastUses.TryGetValue(used, out int last)
                    ? last : 0);
            }
        }

        return _lastUses.TryGetValue(member, out int start) && start > place;
    }

    /// <summary>Returns how often the method assigns a member or parameter.</summary>
    internal int AssignmentsTo(ISymbol? target)
    {
        if (target is null)
            return 0;

        if (_targets is null)
        {
            _targets = new(SymbolEqualityComparer.Default);
            foreach (Node node in _assignments)
            {
                if (((ISimpleAssignmentOperation)node.Operation).Target is var each
                    && Places.SymbolOf(each) is { } symbol)
                {
                    _targets[symbol] = _targets.TryGetValue(symbol, out int count) ? count + 1 : 1;
                }
            }
        }

        return _targets.TryGetValue(target, out int all) ? all : 0;
    }

    /// <summary>Returns the place of the last call in a function that can call methods of a type on this
    /// object.</summary>
    internal int LastCallOf(INamedTypeSymbol owner, IOperation? function)
    {
        if (_lastOwner is null || !SymbolEqualityComparer.Default.Equals(owner, _lastOwner))
        {
            _lastOwner = owner;
            _lastCalls = [];
            foreach (Node node in _calls)
            {
                if (Places.CanReach(node.Operation, owner))
                    _lastCalls.Add((node.Function, node.Operation.Syntax.SpanStart));
            }
        }

        int last = -1;
        for (int i = _lastCalls.Count - 1; i >= 0 && last < 0; i--)
        {
            if (ReferenceEquals(_lastCalls[i].Function, function))
                last = _lastCalls[i].Place;
        }

        return last;
    }

    /// <summary>Returns the members of this object that a lambda or local function uses.</summary>
    internal IEnumerable<ISymbol> MembersOf(ISymbol function)
    {
        _membersOf ??= _members.Where(static each => each.Function is not null).ToLookup<Node, ISymbol, ISymbol>(
            static each => FunctionOf(each.Function)!, static each =>
                ((IMemberReferenceOperation)each.Operation).Member,
            SymbolEqualityComparer.Default);
        return _membersOf[function];
    }
}
