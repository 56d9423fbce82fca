using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.FlowAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace Pooling.Analyzers.Usage;

/// <summary>Whether the conditions of a path can all be true: if no two of them ask for the same thing, and nothing
/// assigns what they ask for on the way.</summary>
internal static class Conditions
{
    private const int MaxConditions = 8;
    private const int MaxSymbols = 64;

    /// <param name="graph">The graph of the function that declares the variable.</param>
    /// <param name="body">The method.</param>
    /// <param name="variable">The variable with a lease.</param>
    /// <param name="conditions">The conditions of a path.</param>
    /// <param name="rent">The assignment of the lease, which conditions before it can depend on;
    /// <see langword="null"/> if the variable is declared there.</param>
    internal static bool AreIndependent(
        FlowGraph graph, MethodBody body, LocalUse variable, List<(IOperation Condition, bool IsTrue)> conditions,
            IOperation? rent)
    {
        if (conditions.Count > MaxConditions)
            return false;

        AskedSymbols all = new();
        if (rent is not null)
        {
            foreach (IOperation guard in GuardsOf(rent))
            {
                if (!TryAddSymbols(graph, body, variable, guard, all, null))
                    return false;
            }
        }

        foreach ((IOperation condition, bool isTrue) in conditions)
        {
            if (isTrue && IsOfLoop(condition)
                && !condition.DescendantsAndSelf().Any(each => ReferenceEquals(body.UseOf(each), variable)))
            {
                continue; // a loop that runs
            }

            AskedSymbols own = new();
            if (!TryAddSymbols(graph, body, variable, condition, own, variable) || all.DependsOn(own))
                return false;

            all.Add(own);
        }

        return true;
    }

    /// <summary>Returns the conditions around an operation.</summary>
    private static IEnumerable<IOperation> GuardsOf(IOperation operation)
    {
        for (IOperation? each = operation; each.Parent is { } parent and not (IAnonymousFunctionOperation
            or ILocalFunctionOperation);
            each = parent)
        {
            IOperation? guard = parent switch
            {
                IConditionalOperation condition => condition.Condition,
                IWhileLoopOperation loop => loop.Condition,
                IForLoopOperation loop => loop.Condition,
                ISwitchOperation statement => statement.Value,
                _ => null,
            };
            if (guard is not null && !ReferenceEquals(guard, each))
                yield return guard;

            // What leaves the method, or a loop, before.
            if (parent is IBlockOperation block)
            {
                foreach (IOperation statement in block.Operations)
                {
                    if (ReferenceEquals(statement, each))
                        break;

                    if (statement is IConditionalOperation { Condition: { } before })
                        yield return before;
                }
            }
        }
    }

    private static bool TryAddSymbols(
        FlowGraph graph, MethodBody body, LocalUse lease, IOperation condition, AskedSymbols symbols,
            LocalUse? scope)
    {
        Stack<IOperation> pending = new();
        pending.Push(condition);
        int captures = 0;
        while (pending.Count > 0)
        {
            IOperation operation = pending.Pop();
            ISymbol? symbol = operation switch
            {
                ILocalReferenceOperation local => local.Local,
                IParameterReferenceOperation parameter => parameter.Parameter,
                IFieldReferenceOperation field => field.Field,
                IPropertyReferenceOperation property when property.Instance is null or IInstanceReferenceOperation =>
                    property.Property,
                IInvocationOperation { IsImplicit: false } call when call.Instance is null
                    or IInstanceReferenceOperation =>
                    call.TargetMethod,
                _ => null,
            };
            if (operation is IInvocationOperation { IsImplicit: true } or ICaughtExceptionOperation
                or IAssignmentOperation
                or IIncrementOrDecrementOperation)
            {
                return false; // such as a loop over items
            }

            if (operation is IFlowCaptureReferenceOperation capture)
            {
                foreach (IOperation captured in graph.CapturedBy(capture.Id))
                    pending.Push(captured);

                if (++captures > MaxSymbols)
                    return false;
            }

            if (symbol is not null && SymbolEqualityComparer.Default.Equals(symbol, lease.Symbol))
            {
                // The state of the lease decides about its end; what it holds does not.
                if (operation.Parent is not IPropertyReferenceOperation { Property.Name: not "IsLive" })
                    return false;
            }
            else if (symbol is not null && symbols.Add(symbol))
            {
                symbols.AddOwner(operation, symbol);
                if (symbols.Count > MaxSymbols || scope is not null && IsAssigned(body, symbol, scope))
                    return false;

                if (body.UseOf(symbol) is { OnlyValue: { } value })
                    pending.Push(value);
            }

            foreach (IOperation child in operation.ChildOperations)
                pending.Push(child);
        }

        return true;
    }

    private static bool IsOfLoop(IOperation condition)
    {
        SyntaxNode? each = condition.Syntax;
        while (each is ExpressionSyntax)
            each = each.Parent;

        return each switch
        {
            WhileStatementSyntax loop => loop.Condition.Span.Contains(condition.Syntax.Span),
            ForStatementSyntax loop => loop.Condition?.Span.Contains(condition.Syntax.Span) == true,
            DoStatementSyntax loop => loop.Condition.Span.Contains(condition.Syntax.Span),
            CommonForEachStatementSyntax => true,
            _ => false,
        };
    }

    /// <summary>Whether a variable or field gets a value while the lease is held, which can tell whether it
    /// is.</summary>
    private static bool IsAssigned(MethodBody body, ISymbol symbol, LocalUse lease)
    {
        if (body.UseOf(symbol) is { } variable)
        {
            return variable.Writes.Any(each =>
                (!ReferenceEquals(each.Function, lease.Function)
                    || each.Operation is not ILocalReferenceOperation { IsDeclaration: true }
                    && lease.ScopeSpan.Contains(each.Operation.Syntax.Span)));
        }

        // A property with code, or a method, can ask for any member.
        int? start = AskedSymbols.HasCode(symbol) ? lease.Declarator?.Syntax.SpanStart ?? 0 : null;
        return body.Assignments.Any(each =>
            ((ISimpleAssignmentOperation)each.Operation).Target is IMemberReferenceOperation member
            && (SymbolEqualityComparer.Default.Equals(member.Member, symbol)
                || start < each.Operation.Syntax.SpanStart
                    && member.Instance is null or IInstanceReferenceOperation));
    }
}
