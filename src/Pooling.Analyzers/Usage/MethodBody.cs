using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace Pooling.Analyzers.Usage;

/// <summary>The operations of a method that rules ask for, found in one pass without recursion.</summary>
internal sealed class MethodBody
{
    private readonly Dictionary<ISymbol, LocalUse> _locals = new(SymbolEqualityComparer.Default);
    private readonly List<Node> _calls = [];
    private readonly List<IUsingOperation> _usings = [];
    private readonly List<Node> _returns = [];
    private readonly List<Node> _assignments = [];
    private readonly List<Node> _waits = [];

    /// <summary>Gets the variables of the method, its lambdas and its local functions.</summary>
    internal IEnumerable<LocalUse> Locals => _locals.Values;

    /// <summary>Gets calls and creations, in the order of the source.</summary>
    internal IReadOnlyList<Node> Calls => _calls;

    /// <summary>Gets the statements with <c>using</c> and an expression.</summary>
    internal IReadOnlyList<IUsingOperation> Usings => _usings;

    /// <summary>Gets the <c>return</c> statements and bodies that are expressions.</summary>
    internal IReadOnlyList<Node> Returns => _returns;

    /// <summary>Gets the assignments to anything but variables.</summary>
    internal IReadOnlyList<Node> Assignments => _assignments;

    /// <summary>Gets the operations that wait for tasks or threads.</summary>
    internal IReadOnlyList<Node> Waits => _waits;

    /// <summary>Gets a value indicating whether a label makes the order of the source another one than that of the execution.</summary>
    internal bool HasLabels { get; private set; }

    internal static MethodBody Read(IEnumerable<IOperation> blocks, CancellationToken cancellationToken)
    {
        MethodBody body = new();
        Stack<Node> pending = new();
        foreach (IOperation block in blocks)
            pending.Push(new(block, null));

        List<IOperation> children = [];
        while (pending.Count > 0)
        {
            cancellationToken.ThrowIfCancellationRequested();
            Node next = pending.Pop();
            body.Add(next);
            bool isFunction = next.Operation is IAnonymousFunctionOperation or ILocalFunctionOperation;
            IOperation? function = isFunction ? next.Operation : next.Function;
            children.Clear();
            foreach (IOperation child in next.Operation.ChildOperations)
                children.Add(child);

            for (int i = children.Count - 1; i >= 0; i--)
                pending.Push(new(children[i], function));
        }

        return body;
    }

    internal LocalUse? UseOf(ISymbol local) => _locals.TryGetValue(local, out LocalUse? use) ? use : null;

    /// <summary>Returns the variable at the root of an expression for a leased value or a part of it: <c>lease</c> for
    /// <c>lease.Value.WrittenMemory</c>, and for a variable that holds that.</summary>
    internal LocalUse? LeaseOf(IOperation operation, LibrarySymbols library, out bool isLeaseItself)
    {
        isLeaseItself = false;
        if (Content.RootOf(operation, library, out int steps) is not ILocalReferenceOperation root || UseOf(root.Local) is not { } use)
            return null;

        const int MaxNames = 8;
        for (int i = 0; i < MaxNames; i++)
        {
            if (library.IsHandle(use.Local.Type))
            {
                isLeaseItself = steps == 0;
                return use;
            }

            if (use.OnlyValue is not { } value || Content.RootOf(value, library, out int more) is not ILocalReferenceOperation before
                || more == 0 || UseOf(before.Local) is not { } earlier || !ReferenceEquals(earlier.Function, use.Function))
            {
                return null;
            }

            steps += more;
            use = earlier;
        }

        return null;
    }

    private void Add(Node next)
    {
        switch (next.Operation)
        {
            case ILocalReferenceOperation reference:
                Use(reference.Local, next.Function, reference.IsDeclaration).Add(reference, next.Function);
                break;
            case IVariableDeclaratorOperation declarator:
                LocalUse use = Use(declarator.Symbol, next.Function, true);
                use.Declarator = declarator;
                use.IsUsing = Places.IsInUsing(declarator);
                break;
            case IInvocationOperation call:
                _calls.Add(next);
                if (call.TargetMethod.Name is "Wait" or "WaitAll" or "Join" or "GetResult")
                    _waits.Add(next);

                break;
            case IObjectCreationOperation:
                _calls.Add(next);
                break;
            case IAwaitOperation:
                _waits.Add(next);
                break;
            case IReturnOperation { Kind: not OperationKind.YieldReturn, ReturnedValue: not null }:
                _returns.Add(next);
                break;
            case ISimpleAssignmentOperation { Target: IMemberReferenceOperation or IParameterReferenceOperation }:
                _assignments.Add(next);
                break;
            case ILabeledOperation:
                HasLabels = true;
                break;
            case IUsingOperation { Resources: not IVariableDeclarationGroupOperation } statement:
                _usings.Add(statement);
                break;
        }
    }

    private LocalUse Use(ILocalSymbol local, IOperation? function, bool isDeclaration)
    {
        if (!_locals.TryGetValue(local, out LocalUse? use))
            _locals.Add(local, use = new(local) { Function = function });
        else if (isDeclaration)
            use.Function = function;

        return use;
    }

    /// <summary>An operation, and the lambda or local function that holds it.</summary>
    internal readonly struct Node(IOperation operation, IOperation? function)
    {
        internal IOperation Operation { get; } = operation;

        internal IOperation? Function { get; } = function;
    }
}
