using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;
using Microsoft.CodeAnalysis.Text;

namespace Pooling.Analyzers.Usage;

/// <summary>The content of leases that is a result of the method, or goes to a member, a collection or a variable
/// around the lease. With <c>using</c>, the lease would end before its use, so that there is no such fix. What is not
/// known counts: a rule that reports needs <see cref="Escapes.LivesLonger"/> instead.</summary>
internal sealed class LeavingContent
{
    private readonly MethodBody _body;
    private readonly LibrarySymbols _library;
    private readonly HashSet<object> _leaving = []; // variables, and calls that rent
    private readonly Dictionary<object, List<LocalUse>> _holders = []; // the variables that get the content of each

    private LeavingContent(UsageReport report)
    {
        _body = report.Body;
        _library = report.Library;
    }

    internal static LeavingContent Find(UsageReport report)
    {
        LeavingContent content = new(report);
        content.AddResults();
        content.AddAssignments();
        content.AddItems();
        foreach (LocalUse variable in report.Body.Locals)
            content.AddHolder(variable);

        return content;
    }

    /// <summary>Whether content of a lease is used outside of a part of the method.</summary>
    /// <param name="lease">The variable of the lease, or the call that rents it.</param>
    /// <param name="scope">The part, which would end the lease.</param>
    internal bool IsOf(object lease, TextSpan scope)
    {
        if (lease is LocalUse own && own.References.Any(each => !scope.Contains(each.Operation.Syntax.Span)
            && !LocalUse.IsWrite(each)))
        {
            return true;
        }

        HashSet<object> seen = [lease];
        Stack<object> pending = new(seen);
        while (pending.Count > 0)
        {
            object next = pending.Pop();
            if (_leaving.Contains(next))
                return true;

            if (!_holders.TryGetValue(next, out List<LocalUse>? holders))
                continue;

            foreach (LocalUse holder in holders)
            {
                if (holder.RefKind != RefKind.None
                    || !holder.Symbol.Locations.Any(each => scope.Contains(each.SourceSpan)))
                {
                    return true;
                }

                if (seen.Add(holder))
                    pending.Push(holder);
            }
        }

        return false;
    }

    private void AddResults()
    {
        foreach (MethodBody.Node node in _body.Returns.Concat(_body.Yields))
            AddLeaving(((IReturnOperation)node.Operation).ReturnedValue!);
    }

    private void AddAssignments()
    {
        foreach (MethodBody.Node node in _body.Assignments.Concat(_body.OtherAssignments))
        {
            IAssignmentOperation assignment = (IAssignmentOperation)node.Operation;
            if (Wrappers.PartsOf(assignment.Target).Any(IsOutside))
                AddLeaving(assignment.Value);
        }
    }

    private void AddItems()
    {
        foreach (IInvocationOperation call in _body.Calls.Select(static each => each.Operation)
            .OfType<IInvocationOperation>())
        {
            bool isWrite = call.TargetMethod.ContainingType.Name is "Interlocked" or "Volatile"
                && call.Arguments.Any(each => each.Parameter?.RefKind == RefKind.Ref && IsOutside(each.Value));
            foreach (IArgumentOperation argument in call.Arguments)
            {
                if (isWrite || Escapes.CollectionOf(argument.Value) is not null)
                    AddLeaving(argument.Value);
            }
        }
    }

    private void AddLeaving(IOperation value) => _leaving.UnionWith(SourcesOf(value));

    // A lambda can run when the lease has ended.
    private void AddHolder(LocalUse variable)
    {
        if (!Content.CanHold(variable.Type))
            return;

        if (variable.References.Any(each => !variable.IsDirect(each)))
            _leaving.Add(variable);

        foreach (IOperation value in ValuesOf(variable))
        {
            foreach (object source in SourcesOf(value))
            {
                if (!_holders.TryGetValue(source, out List<LocalUse>? holders))
                    _holders.Add(source, holders = []);

                holders.Add(variable);
            }
        }
    }

    private bool IsOutside(IOperation target) => target switch
    {
        ILocalReferenceOperation or IDiscardOperation or IDeclarationExpressionOperation => false,
        IParameterReferenceOperation { Parameter: { } parameter } =>
            parameter.RefKind != RefKind.None || _body.UseOf(parameter) is null, // of a primary constructor
        IMemberReferenceOperation
        {
            Instance: IInstanceReferenceOperation { ReferenceKind: InstanceReferenceKind.ImplicitReceiver },
        } => false, // a part of the new object
        _ => true,
    };

    private static IEnumerable<IOperation> ValuesOf(LocalUse variable)
    {
        foreach (IOperation value in variable.Values)
            yield return value;

        IOperation? each = variable.Pattern;
        while (each is not (null or IIsPatternOperation or ISwitchOperation or ISwitchExpressionOperation))
            each = each.Parent;

        if (each is not null)
        {
            yield return (each as IIsPatternOperation)?.Value ?? (each as ISwitchOperation)?.Value
                ?? ((ISwitchExpressionOperation)each).Value;
        }

        foreach (LocalUse.Reference write in variable.Writes)
        {
            each = write.Operation.Parent;
            while (each is ITupleOperation or IDeclarationExpressionOperation)
                each = each.Parent;

            if (each is ICoalesceAssignmentOperation or IDeconstructionAssignmentOperation)
                yield return ((IAssignmentOperation)each).Value;
            else if (each is IForEachLoopOperation loop)
                yield return loop.Collection;
        }
    }

    /// <summary>Returns the variables and calls from which a value can have content.</summary>
    private IEnumerable<object> SourcesOf(IOperation value)
    {
        Stack<IOperation> pending = new();
        pending.Push(value);
        while (pending.Count > 0)
        {
            foreach (IOperation part in Wrappers.PartsOf(pending.Pop(), PartsOfAny))
            {
                IOperation? root = Content.RootOf(part, _library, out _);
                LocalUse? variable = root is null ? null : _body.UseOf(root);
                if (root is not null)
                    yield return (object?)variable ?? root;

                if (variable is null && (ReferenceEquals(root, part) ? WholeOf(part) : root) is { } next)
                    pending.Push(next);
            }
        }
    }

    // Any object can keep what its constructor gets, but not memory on the stack.
    private static IEnumerable<IOperation>? PartsOfAny(IOperation value) => value switch
    {
        IObjectCreationOperation creation when Content.CanHold(creation.Type) =>
            creation.Arguments.Select(static each => each.Value)
                .Where(each => each.Type is not { IsRefLikeType: true } || creation.Type!.IsRefLikeType)
                .Concat(creation.Initializer is { } initializer ? [initializer] : []),
        IWithOperation copy => [copy.Operand, copy.Initializer],
        IObjectOrCollectionInitializerOperation initializer => initializer.Initializers,
        IMemberInitializerOperation member => [member.Initializer],
        ICoalesceAssignmentOperation assignment => [assignment.Target, assignment.Value],
        IAssignmentOperation assignment => [assignment.Value],
        _ => null,
    };

    // The object of which a value is a part, or that a call such as Append returns.
    private static IOperation? WholeOf(IOperation value) => value switch
    {
        _ when !Content.CanHold(value.Type) => null,
        IInvocationOperation call => Places.ReceiverOf(call) is { } receiver && !IsCopy(call.TargetMethod.Name)
            && IsSameOrView(call, receiver.Type) ? receiver : null,
        IDelegateCreationOperation { Target: IMethodReferenceOperation method } => method.Instance,
        IMemberReferenceOperation member => member.Instance,
        IArrayElementReferenceOperation element => element.ArrayReference,
        IImplicitIndexerReferenceOperation item => item.Instance,
        IConditionalAccessOperation access => access.Operation,
        IConversionOperation { OperatorMethod: not null } conversion => conversion.Operand,
        _ => null,
    };

    private static bool IsCopy(string method) =>
        method.StartsWith("To", StringComparison.Ordinal) || method is "GetRange" or "FindAll" or "Clone";

    private static bool IsSameOrView(IInvocationOperation call, ITypeSymbol? receiver) =>
        SymbolEqualityComparer.Default.Equals(call.Type, receiver)
        || (Content.IsMemory(call.Type) && (Content.IsMemory(receiver) || receiver is IArrayTypeSymbol))
        || call.TargetMethod.Name.StartsWith("As", StringComparison.Ordinal)
        || (call.Type is { TypeKind: TypeKind.Interface } && call.TargetMethod.ContainingType is
        { Name: "Enumerable", ContainingNamespace: { Name: "Linq", ContainingNamespace.Name: "System" } });
}
