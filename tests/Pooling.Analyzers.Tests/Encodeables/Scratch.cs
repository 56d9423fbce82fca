namespace Pooling.Analyzers.Encodeables;

public sealed class Scratch
{
    [Fact]
    public void Print()
    {
        string s = """
            using System.Text;
            namespace My.Space;
            [PooledEncodeable]
            public partial class Child { public int A { get; set; } = 5; public long B { get; init; } = 7; public Guid C = Guid.NewGuid(); }
            [PooledEncodeable(MaximumKeptCapacity = 16, MaximumRetained = 9, ReturnCheck = ReturnCheck.Version)]
            public sealed partial class Big
            {
                public Child? First { get; set; }
                public Child Own { get; set; } = new();
                public Child Fixed { get; } = new();
                public List<Child> Many { get; } = [];
                public List<int> Numbers { get; set; } = new(4);
                public IList<string> Names { get; init; } = [];
                public Dictionary<int, Child> Map { get; } = new();
                public StringBuilder Text { get; } = new();
                public PooledArray<Child>? Array;
                public PooledArray<double>? Doubles;
                public byte[] Fix = new byte[8];
                public event EventHandler? Changed;
                public Func<int, int> F = x => x + 1;
                public string Name = string.Empty;
                public readonly object Gate = new();
                [KeepOnReset] public int Kept;
                public int[] Array2 = { 1, 2, 3 };
            }
            """;
        Console.WriteLine(Compiler.Generate(s));
        File.WriteAllText("/tmp/gen-out.txt", Compiler.Generate(s));
        Compiler.Load(s);
    }
}
