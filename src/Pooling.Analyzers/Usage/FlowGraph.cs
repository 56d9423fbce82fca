using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.FlowAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace Pooling.Analyzers.Usage;

/// <summary>The compiler's control-flow graph of a method, lambda or local function, and the place of each operation in
/// it.</summary>
internal sealed partial class FlowGraph
{
    private readonly ControlFlowGraph _graph;
    private readonly Dictionary<SyntaxNode, FlowPoint> _points = [];
    private readonly Dictionary<SyntaxNode, IFlowAnonymousFunctionOperation> _lambdas = [];
    private readonly Dictionary<ISymbol, List<FlowPoint>> _disposals = new(SymbolEqualityComparer.Default);
    private readonly Dictionary<ISymbol, List<(FlowPoint Point, IOperation Operation)>> _writes =
        new(SymbolEqualityComparer.Default);
    private readonly Dictionary<ISymbol, ControlFlowRegion> _scopes = new(SymbolEqualityComparer.Default);
    private readonly Dictionary<CaptureId, List<IOperation>> _captures = [];
    private readonly ControlFlowRegion?[] _tries;
    private readonly ControlFlowRegion?[] _finallies;

    private FlowGraph(ControlFlowGraph graph)
    {
        _graph = graph;
        _tries = new ControlFlowRegion?[graph.Blocks.Length];
        _finallies = new ControlFlowRegion?[graph.Blocks.Length];
        _next = new List<int>?[graph.Blocks.Length];
        foreach (BasicBlock block in graph.Blocks)
            ReadOperations(block);

        ReadRegions();
        ReadBranches();
    }

    internal int LastBlock => _graph.Blocks.Length - 1;

    /// <summary>Creates the graph of a method; <see langword="null"/> if an operation is none that has a
    /// graph.</summary>
    internal static FlowGraph? Create(IOperation root, CancellationToken cancellationToken) => root switch
    {
        { Parent: not null } => null,
        IMethodBodyOperation method => new(ControlFlowGraph.Create(method, cancellationToken)),
        IConstructorBodyOperation constructor => new(ControlFlowGraph.Create(constructor, cancellationToken)),
        IBlockOperation block => new(ControlFlowGraph.Create(block, cancellationToken)),
        IFieldInitializerOperation field => new(ControlFlowGraph.Create(field, cancellationToken)),
        IPropertyInitializerOperation property => new(ControlFlowGraph.Create(property, cancellationToken)),
        _ => null,
    };

    /// <summary>Creates the graph of a lambda or local function.</summary>
    internal FlowGraph? CreateNested(IOperation function, CancellationToken cancellationToken) => function switch
    {
        IAnonymousFunctionOperation lambda when _lambdas.TryGetValue(lambda.Syntax,
            out IFlowAnonymousFunctionOperation? inFlow) =>
            new(_graph.GetAnonymousFunctionControlFlowGraph(inFlow, cancellationToken)),
        ILocalFunctionOperation local when _graph.LocalFunctions.Contains(local.Symbol) =>
            new(_graph.GetLocalFunctionControlFlowGraph(local.Symbol, cancellationToken)),
        _ => null,
    };

    internal BasicBlock BlockAt(int ordinal) => _graph.Blocks[ordinal];

    /// <summary>Returns the place at which an operation of the source has been executed.</summary>
    internal FlowPoint? PointOf(IOperation operation) =>
        _points.TryGetValue(operation.Syntax, out FlowPoint point) ? point : null;

    /// <summary>Returns the places at which <c>using</c> disposes what a variable holds.</summary>
    internal IReadOnlyList<FlowPoint> DisposalsOf(ISymbol local) =>
        _disposals.TryGetValue(local, out List<FlowPoint>? points) ? points : [];

    /// <summary>Returns the assignments to a variable, declarations and loops included.</summary>
    internal IReadOnlyList<(FlowPoint Point, IOperation Operation)> WritesOf(ISymbol local) =>
        _writes.TryGetValue(local, out List<(FlowPoint, IOperation)>? points) ? points : [];

    /// <summary>Returns the values of a part of an expression that the graph divides.</summary>
    internal IReadOnlyList<IOperation> CapturedBy(CaptureId id) =>
        _captures.TryGetValue(id, out List<IOperation>? values) ? values : [];

    /// <summary>Returns the first and the last block in which a variable exists.</summary>
    internal (int First, int Last) ScopeOf(ISymbol variable) =>
        _scopes.TryGetValue(variable, out ControlFlowRegion? region)
        ? (region.FirstBlockOrdinal, region.LastBlockOrdinal)
        : (0, LastBlock);

    /// <summary>Returns the first blocks of the <c>catch</c> clauses that run when a block throws. A <c>finally</c>
    /// block in between has no way out of its own.</summary>
    internal IEnumerable<int> HandlersOf(int block)
    {
        ControlFlowRegion? region = _tries[block];
        while (region is { EnclosingRegion.Kind: not ControlFlowRegionKind.TryAndCatch })
            region = OuterOf(region);

        return region is null
            ? []
            : region.EnclosingRegion!.NestedRegions.Where(each => each != region).Select(static each =>
                each.FirstBlockOrdinal);
    }

    /// <summary>Whether a block also runs when an exception is thrown before.</summary>
    internal bool IsInFinally(int block) => _finallies[block] is not null;

    private static ControlFlowRegion? OuterOf(ControlFlowRegion region)
    {
        ControlFlowRegion? outer = region.EnclosingRegion;
        while (outer is { Kind: not ControlFlowRegionKind.Try })
            outer = outer.EnclosingRegion;

        return outer;
    }

    private void ReadOperations(BasicBlock block)
    {
        int index = 0;
        Stack<(IOperation Operation, bool HasChildren)> pending = new();
        List<IOperation> children = [];
        for (int i = 0; i <= block.Operations.Length; i++)
        {
            if ((i < block.Operations.Length ? block.Operations[i] : block.BranchValue) is not { } whole)
                continue;

            pending.Push((whole, false));
            while (pending.Count > 0)
            {
                (IOperation operation, bool isRead) = pending.Pop();
                if (isRead)
                {
                    Add(operation, new(block.Ordinal, index++));
                    continue;
                }

                pending.Push((operation, true));
                children.Clear();
                foreach (IOperation child in operation.ChildOperations)
                    children.Add(child);

                for (int j = children.Count - 1; j >= 0; j--)
                    pending.Push((children[j], false));
            }
        }
    }

    private void Add(IOperation operation, FlowPoint point)
    {
        switch (operation)
        {
            case IFlowCaptureReferenceOperation:
                return;
            case IFlowCaptureOperation capture:
                if (!_captures.TryGetValue(capture.Id, out List<IOperation>? values))
                    _captures.Add(capture.Id, values = []);

                values.Add(capture.Value);
                return;
            case IFlowAnonymousFunctionOperation lambda:
                _lambdas[lambda.Syntax] = lambda;
                break;
            case ISimpleAssignmentOperation { Target: ILocalReferenceOperation target }:
                AddTo(_writes, target.Local, (point, operation));
                break;
            case ISimpleAssignmentOperation { Target: IParameterReferenceOperation target }:
                AddTo(_writes, target.Parameter, (point, operation));
                break;
            case IInvocationOperation
            {
                IsImplicit: true, TargetMethod.Name: "Dispose"
                or "DisposeAsync", Instance: { } instance
            }
                when Places.Strip(instance) is ILocalReferenceOperation held:
                AddTo(_disposals, held.Local, point);
                break;
        }

        if (!_points.TryGetValue(operation.Syntax, out FlowPoint earlier) || earlier.Block == point.Block)
            _points[operation.Syntax] = point;
    }

    private static void AddTo<T>(Dictionary<ISymbol, List<T>> lists, ISymbol local, T item)
    {
        if (!lists.TryGetValue(local, out List<T>? list))
            lists.Add(local, list = []);

        list.Add(item);
    }

    // Outer regions come before the inner ones, which replace them.
    private void ReadRegions()
    {
        Stack<ControlFlowRegion> pending = new();
        pending.Push(_graph.Root);
        while (pending.Count > 0)
        {
            ControlFlowRegion region = pending.Pop();
            foreach (ILocalSymbol local in region.Locals)
                _scopes[local] = region;

            ControlFlowRegion?[]? regions = region.Kind switch
            {
                ControlFlowRegionKind.Try => _tries,
                ControlFlowRegionKind.Finally => _finallies,
                _ => null,
            };
            for (int i = region.FirstBlockOrdinal; regions is not null && i <= region.LastBlockOrdinal; i++)
                regions[i] = region;

            foreach (ControlFlowRegion nested in region.NestedRegions)
                pending.Push(nested);
        }
    }
}
