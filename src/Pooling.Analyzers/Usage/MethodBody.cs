using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace Pooling.Analyzers.Usage;

/// <summary>The operations of a method that rules ask for, found in one pass without recursion.</summary>
internal sealed partial class MethodBody
{
    private readonly Dictionary<ISymbol, LocalUse> _locals = new(SymbolEqualityComparer.Default);
    private readonly List<Node> _calls = [];
    private readonly List<IUsingOperation> _usings = [];
    private readonly List<Node> _returns = [];
    private readonly List<Node> _assignments = [];
    private readonly List<Node> _otherAssignments = [];
    private readonly List<Node> _waits = [];
    private readonly List<Node> _yields = [];
    private readonly List<Node> _lambdas = [];
    private readonly List<Node> _loops = [];
    private readonly List<Node> _events = [];
    private readonly List<Node> _members = [];
    private readonly Dictionary<IOperation, IOperation?> _parents = []; // of lambdas and local functions
    private readonly Dictionary<IOperation, FlowGraph?> _graphs = [];
    private readonly List<IOperation> _roots = [];
    private readonly CancellationToken _cancellationToken;
    private int _maxDepth;
    private bool _hasDetachAt;
    private int _usingDeclarations;

    private MethodBody(CancellationToken cancellationToken) => _cancellationToken = cancellationToken;

    /// <summary>Gets the variables and parameters of the method, its lambdas and its local functions.</summary>
    internal IEnumerable<LocalUse> Locals => _locals.Values;

    /// <summary>Gets calls and creations, in the order of the source.</summary>
    internal IReadOnlyList<Node> Calls => _calls;

    /// <summary>Gets the statements with <c>using</c> and an expression.</summary>
    internal IReadOnlyList<IUsingOperation> Usings => _usings;

    /// <summary>Gets the <c>return</c> statements and bodies that are expressions.</summary>
    internal IReadOnlyList<Node> Returns => _returns;

    /// <summary>Gets the assignments to anything but variables.</summary>
    internal IReadOnlyList<Node> Assignments => _assignments;

    /// <summary>Gets the assignments that are rare: by <c>??=</c> and the like, of several values at once, and to an
    /// item that is counted from the end.</summary>
    internal IReadOnlyList<Node> OtherAssignments => _otherAssignments;

    /// <summary>Gets the operations that wait for tasks or threads.</summary>
    internal IReadOnlyList<Node> Waits => _waits;

    /// <summary>Gets the <c>yield return</c> statements.</summary>
    internal IReadOnlyList<Node> Yields => _yields;

    /// <summary>Gets the lambdas, and the references to methods that become delegates.</summary>
    internal IReadOnlyList<Node> Lambdas => _lambdas;

    /// <summary>Gets the handlers that are added to events, or removed.</summary>
    internal IReadOnlyList<Node> Events => _events;

    /// <summary>Gets the references to fields, and to properties of this object.</summary>
    internal IReadOnlyList<Node> Members => _members;

    /// <summary>Returns the symbol of a lambda, a local function, or the reference to one.</summary>
    internal static IMethodSymbol? FunctionOf(IOperation? operation) => operation switch
    {
        IAnonymousFunctionOperation lambda => lambda.Symbol,
        ILocalFunctionOperation local => local.Symbol,
        IMethodReferenceOperation { Method: { MethodKind: MethodKind.LocalFunction } method } =>
            method.OriginalDefinition,
        _ => null,
    };

    /// <summary>Gets the <c>foreach</c> loops.</summary>
    internal IReadOnlyList<Node> Loops => _loops;

    /// <summary>Gets a value indicating whether a label makes the order of the source another one than that of the
    /// execution.</summary>
    internal bool HasLabels { get; private set; }

    internal static MethodBody Read(IEnumerable<IOperation> blocks, CancellationToken cancellationToken)
    {
        MethodBody body = new(cancellationToken);
        Stack<Node> pending = new();
        foreach (IOperation block in blocks)
        {
            body._roots.Add(block);
            pending.Push(new(block, null));
        }

        List<IOperation> children = [];
        while (pending.Count > 0)
        {
            cancellationToken.ThrowIfCancellationRequested();
            Node next = pending.Pop();
            body.Add(next);
            bool isFunction = body.AddFunction(next);
            IOperation? function = isFunction ? next.Operation : next.Function;
            body._maxDepth = Math.Max(body._maxDepth, next.Depth);
            children.Clear();
            foreach (IOperation child in next.Operation.ChildOperations)
                children.Add(child);

            for (int i = children.Count - 1; i >= 0; i--)
                pending.Push(new(children[i], function, next.Depth + 1));
        }

        return body;
    }

    /// <summary>Returns the control flow of a function, or of the whole method; <see langword="null"/> if it is so
    /// deep that the compiler's recursion would take much of the stack.</summary>
    internal FlowGraph? FlowOf(IOperation? function)
    {
        const int MaxDepth = 400;
        if (_roots.Count != 1 || _maxDepth + _usingDeclarations > MaxDepth)
            return null;

        // From the method to the function, each graph is made from the one around it.
        Stack<IOperation> missing = new();
        for (IOperation? each = function; each is not null && !_graphs.ContainsKey(each); each = _parents[each])
            missing.Push(each);

        if (!_graphs.TryGetValue(_roots[0], out FlowGraph? graph))
            _graphs.Add(_roots[0], graph = FlowGraph.Create(_roots[0], _cancellationToken));

        if (missing.Count == 0)
            return function is null ? graph : _graphs[function];

        if (_parents[missing.Peek()] is { } outer)
            graph = _graphs[outer];

        while (missing.Count > 0)
        {
            IOperation next = missing.Pop();
            _graphs.Add(next, graph = graph?.CreateNested(next, _cancellationToken));
        }

        return graph;
    }

    /// <summary>Returns the lambdas and local functions around a place, up to the one that declares a
    /// variable.</summary>
    internal IEnumerable<ISymbol> FunctionsBetween(IOperation? inner, IOperation? outer)
    {
        for (IOperation? each = inner; each is not null && !ReferenceEquals(each, outer); each = _parents[each])
            yield return FunctionOf(each)!;
    }

    /// <summary>Returns the variable or parameter to which an operation refers.</summary>
    internal LocalUse? UseOf(IOperation reference) => reference switch
    {
        ILocalReferenceOperation local => UseOf(local.Local),
        IParameterReferenceOperation parameter => UseOf(parameter.Parameter),
        _ => null,
    };

    internal LocalUse? UseOf(ISymbol local) => _locals.TryGetValue(local, out LocalUse? use) ? use : null;

    /// <summary>Returns the variable at the root of an expression for a leased value or a part of it: <c>lease</c> for
    /// <c>lease.Value.WrittenMemory</c>, and for a variable that holds that.</summary>
    internal LocalUse? LeaseOf(IOperation operation, LibrarySymbols library, out bool isLeaseItself)
    {
        ISymbol? source = SourceOf(operation, library, out int steps);
        isLeaseItself = steps == 0;
        return source is not null && UseOf(source) is { } use && IsLease(use, library)
            && !(steps > 0 && IsDetached(use)) ? use : null;
    }

    /// <summary>Returns the variable, parameter or field of this object at the root of an expression. Follows the
    /// variables that hold content of another one.</summary>
    internal ISymbol? SourceOf(IOperation operation, LibrarySymbols library, out int steps)
    {
        const int MaxNames = 8;
        steps = 0;
        IOperation? root = Content.RootOf(operation, library, out int more);
        LocalUse? last = null;
        for (int i = 0; i < MaxNames && root is not null; i++)
        {
            LocalUse? use = UseOf(root);
            if (last is not null && (use is null || more == 0 || !ReferenceEquals(use.Function, last.Function)))
                return last.Symbol;

            steps += more;
            if (use is null)
            {
                return root is IFieldReferenceOperation { Instance: null or IInstanceReferenceOperation } field
                    ? field.Field : null;
            }

            if (library.IsHandle(use.Type) || !Content.CanHold(use.Type) || use.Content is not { } value)
                return use.Symbol;

            last = use;
            root = Content.RootOf(value, library, out more);
        }

        return last?.Symbol;
    }

    /// <summary>Whether a variable is a lease, a writer that the method creates, or memory that it rents.</summary>
    internal static bool IsLease(LocalUse variable, LibrarySymbols library) => library.IsHandle(variable.Type)
        || variable.OnlyValue is { } value
        && (library.IsWriter(variable.Type) && Places.Strip(value) is IObjectCreationOperation
            || library.RentalOf(Places.Strip(value)) == Rental.Lease);

    // What a scope or a list holds can be detached from it.
    private bool IsDetached(LocalUse lease) => lease.Type?.Name == "PooledScope"
        ? lease.References.Any(static each =>
            each.Operation.Parent is IInvocationOperation { TargetMethod.Name: "Detach" })
        : _hasDetachAt;

    private void Add(Node next)
    {
        switch (next.Operation)
        {
            case ILocalReferenceOperation reference:
                Use(reference.Local, next.Function, reference.IsDeclaration).Add(reference, next.Function);
                break;
            case IParameterReferenceOperation reference when !IsOfClass(reference.Parameter):
                Use(reference.Parameter, null, false).Add(reference, next.Function);
                break;
            case IVariableDeclaratorOperation declarator:
                LocalUse use = Use(declarator.Symbol, next.Function, true);
                use.Declarator = declarator;
                use.IsUsing = Places.IsInUsing(declarator);
                break;
            case IDeclarationPatternOperation { DeclaredSymbol: { } symbol } pattern:
                Use(symbol, next.Function, true).Pattern = pattern;
                break;
            case IRecursivePatternOperation { DeclaredSymbol: { } symbol } pattern:
                Use(symbol, next.Function, true).Pattern = pattern;
                break;
            case IInvocationOperation call:
                _calls.Add(next);
                if (call.TargetMethod.Name is "Wait" or "WaitAll" or "Join" or "GetResult")
                    _waits.Add(next);

                _hasDetachAt |= call.TargetMethod.Name == "DetachAt";
                break;
            case IObjectCreationOperation:
                _calls.Add(next);
                break;
            case IAwaitOperation:
                _waits.Add(next);
                break;
            case IReturnOperation { ReturnedValue: not null }:
                (next.Operation.Kind == OperationKind.YieldReturn ? _yields : _returns).Add(next);
                break;
            case IAnonymousFunctionOperation or IMethodReferenceOperation:
                _lambdas.Add(next);
                break;
            case IForEachLoopOperation loop:
                AddLoop(loop, next);
                break;
            case IUsingDeclarationOperation:
                _usingDeclarations++;
                break;
            case ISimpleAssignmentOperation
            {
                Target: IMemberReferenceOperation or IParameterReferenceOperation or IArrayElementReferenceOperation,
            }:
                _assignments.Add(next);
                break;
            case IAssignmentOperation { Target: not (ILocalReferenceOperation or IDiscardOperation) }:
                _otherAssignments.Add(next);
                break;
            case IEventAssignmentOperation:
                _events.Add(next);
                break;
            case IFieldReferenceOperation or IPropertyReferenceOperation
            {
                Instance: null
                or IInstanceReferenceOperation
            }:
                _members.Add(next);
                break;
            case ILabeledOperation:
                HasLabels = true;
                break;
            case IUsingOperation { Resources: not IVariableDeclarationGroupOperation } statement:
                _usings.Add(statement);
                break;
        }
    }

    private bool AddFunction(Node next)
    {
        if (next.Operation is IMethodReferenceOperation || FunctionOf(next.Operation) is not { } symbol)
            return false;

        _parents.Add(next.Operation, next.Function);
        foreach (IParameterSymbol parameter in symbol.Parameters)
            Use(parameter, next.Operation, true);

        return true;
    }

    private void AddLoop(IForEachLoopOperation loop, Node next)
    {
        _loops.Add(next);
        if (loop.LoopControlVariable is IVariableDeclaratorOperation declarator)
            Use(declarator.Symbol, next.Function, true).Loop = loop;
    }

    // The parameter of a primary constructor lives as long as its object.
    private bool IsOfClass(IParameterSymbol parameter) =>
        parameter.ContainingSymbol is IMethodSymbol { MethodKind: MethodKind.Constructor }
            && _roots[0] is not IConstructorBodyOperation;

    private LocalUse Use(ISymbol local, IOperation? function, bool isDeclaration)
    {
        if (!_locals.TryGetValue(local, out LocalUse? use))
            _locals.Add(local, use = new(local) { Function = function });
        else if (isDeclaration)
            use.Function = function;

        return use;
    }

    /// <summary>An operation, and the lambda or local function that holds it.</summary>
    internal readonly struct Node(IOperation operation, IOperation? function, int depth = 0)
    {
        internal IOperation Operation { get; } = operation;

        internal IOperation? Function { get; } = function;

        internal int Depth { get; } = depth;
    }
}
