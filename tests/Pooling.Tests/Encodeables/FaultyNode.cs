namespace Pooling.Encodeables;

/// <summary>Specifies the code of a part that throws.</summary>
internal enum Hook
{
    None,
    Create,
    Reset,
    Dispose,
}

/// <summary>A part with parts of its own class. It throws on one chosen call of one kind, before or after its work.</summary>
internal sealed class FaultyNode : IPooledEncodeable, IDisposable
{
    [ThreadStatic]
    private static Hook t_hook;

    [ThreadStatic]
    private static int t_left;

    [ThreadStatic]
    private static bool t_isAfter;

    private readonly bool _hasNested;
    private EncodeableState _poolState;

    private FaultyNode(EncodeablePool<FaultyNode> pool, bool hasNested)
    {
        _hasNested = hasNested;
        Parts = new EncodeableList<FaultyNode>(pool);
    }

    internal EncodeableList<FaultyNode> Parts { get; }

    private int Number { get; set; }

    private FaultyNode? Child { get; set; }

    ref EncodeableState IPooledEncodeable.PoolState => ref _poolState;

    public void Dispose() => Run(Hook.Dispose, static _ => { });

    void IPooledEncodeable.Reset() => Run(Hook.Reset, static node =>
    {
        node.Number = 0;
        node.Child = null;
        node.Parts.Clear();
    });

    void IPooledEncodeable.VisitNested(ref NestedVisitor nested)
    {
        if (_hasNested)
            nested.Visit(Child);

        nested.Visit(Parts);
    }

    /// <summary>Creates a pool of nodes whose parts come from the pool itself, and which may hold a bare object.</summary>
    internal static EncodeablePool<FaultyNode> CreatePool(bool hasNested)
    {
        EncodeablePool<FaultyNode>? pool = null;
        pool = EncodeablePool.Create(() =>
        {
            FaultyNode? node = null;
            Do(Hook.Create, () => node = new FaultyNode(pool!, hasNested));
            return node!;
        });
        return pool;
    }

    /// <summary>Makes a call throw on this thread.</summary>
    internal static void FailAt(Hook hook, int call, bool isAfter) => (t_hook, t_left, t_isAfter) = (hook, call, isAfter);

    /// <summary>Returns the number of nodes of a tree, which is wide at the first level and then has a chain for each.</summary>
    internal static int CountOf(int levels, int wide) => levels * wide;

    internal static void Fill(EncodeableList<FaultyNode> list, int levels, int wide)
    {
        for (int i = 0; i < wide; i++)
        {
            EncodeableList<FaultyNode> parts = list;
            for (int level = 0; level < levels; level++)
            {
                FaultyNode node = parts.Add();
                Assert.Equal((0, null, 0), (node.Number, node.Child, node.Parts.Count));
                node.Number = 1;
                parts = node.Parts;
            }
        }
    }

    internal static void AssertDistinct(EncodeableList<FaultyNode> list)
    {
        var seen = new HashSet<FaultyNode>();
        var waiting = new Stack<FaultyNode>(list);
        while (waiting.Count > 0)
        {
            FaultyNode node = waiting.Pop();
            Assert.True(seen.Add(node), "A part was handed out twice.");
            foreach (FaultyNode part in node.Parts)
                waiting.Push(part);
        }
    }

    private static void Do(Hook hook, Action work)
    {
        bool fails = t_hook == hook && --t_left == 0;
        if (fails && !t_isAfter)
            throw new InjectedFaultException($"{hook}");

        work();
        if (fails)
            throw new InjectedFaultException($"{hook}");
    }

    private void Run(Hook hook, Action<FaultyNode> work) => Do(hook, () => work(this));
}
