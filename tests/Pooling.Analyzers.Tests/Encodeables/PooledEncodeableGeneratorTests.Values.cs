using System.Collections;
using Pooling.Encodeables;

namespace Pooling.Analyzers.Encodeables;

/// <content>Tests what objects have and hold after their return.</content>
public sealed partial class PooledEncodeableGeneratorTests
{
    [Theory]
    [InlineData("\r\n")]
    [InlineData("\n")]
    public void Generate_InitialiserOfSeveralLines_KeepsItsLineEnds(string lineEnd)
    {
        string source = """
            [PooledEncodeable]
            public sealed partial class A
            {
                private static readonly int s_number = 1;
                public string B { get; set; } = $@"a
                b{s_number}";
                public unsafe int C { get; set; } = sizeof(Size);
            }

            public struct Size { public long D; }
            """.ReplaceLineEndings(lineEnd);
        Type type = Compiler.Load(source).GetType("A")!;
        var item = (IPooledEncodeable)Activator.CreateInstance(type)!;
        string before = (string)type.GetProperty("B")!.GetValue(item)!;

        item.Reset();

        Assert.Contains(lineEnd + "    b1", before);
        Assert.Equal(before, type.GetProperty("B")!.GetValue(item));
        Assert.Equal(8, type.GetProperty("C")!.GetValue(item));
    }

    [Fact]
    public void Generate_InitialiserThatPassesItsPlace_HasTheSameValueAfterAReset()
    {
        Type type = Compiler.Load("""
            [PooledEncodeable]
            public sealed partial class A
            {
                public string B { get; set; } = Of();

                private static string Of([System.Runtime.CompilerServices.CallerMemberName] string name = "") => name;
            }
            """).GetType("A")!;
        var item = (IPooledEncodeable)Activator.CreateInstance(type)!;

        item.Reset();

        Assert.Equal("B", type.GetProperty("B")!.GetValue(item));
    }

    // What overrides in D do in a constructor of B.
    [Theory]
    [InlineData("B() => Kind = 5; public abstract int Kind { get; set; }", "public override int Kind { get; set; }")]
    [InlineData("B() => Fill(this); private static void Fill(B b) => b.Kind = 5; "
        + "public abstract int Kind { get; set; }", "public override int Kind { get; set; }")]
    [InlineData("B() => Start(); private void Start() => Init(3); protected abstract void Init(int a);",
        "protected override void Init(int a) => _kind = a + 2; private int _kind = 1; public int Kind => _kind;")]
    [InlineData("B() => s_all(this); private static readonly Action<B> s_all = static b => b.Init(); "
        + "protected virtual void Init() { }", "protected override void Init() => Kind = 5; public int Kind;")]
    [InlineData("B() { Action run = Init; run(); } protected virtual void Init() { }",
        "protected override void Init() => Kind = 5; public int Kind { get; private set; }")]
    [InlineData("B() { if (Name.Length > 2) Kind = 5; } protected virtual string Name => \"B\"; "
        + "public abstract int Kind { set; }", "protected override string Name => \"Long\"; public override int Kind { "
        + "set => Value = value; } public int Value { get; set; } = 2;")]
    [InlineData("B() => Init(); protected virtual void Init() { }",
        "protected override void Init() => Kind = 3; public D() => Kind = 5; public int Kind = 4;")]
    public void Generate_BaseConstructorThatCallsOverrides_RestoresWhatTheySet(string inBase, string members)
    {
        Type type = Compiler.Load($"[PooledEncodeable] public abstract partial class B {{ protected {inBase} }} "
            + $"[PooledEncodeable] public sealed partial class D : B {{ {members} }}").GetType("D")!;
        var item = (IPooledEncodeable)Activator.CreateInstance(type)!;

        item.Reset();

        Assert.Equal(5, type.GetField("Kind")?.GetValue(item) ?? type.GetProperty("Value")?.GetValue(item)
            ?? type.GetProperty("Kind")!.GetValue(item));
    }

    [Theory]
    [InlineData("[PooledEncodeable] ")]
    [InlineData("")]
    public void Generate_ConstructorThatSetsAnInheritedMemberThatIsKept_LeavesItAlone(string attribute)
    {
        Type type = Compiler.Load(attribute + "public partial class B { [KeepOnReset] public int Uses; } "
            + "[PooledEncodeable] public partial class D : B { public D() => Uses = 1; }").GetType("D")!;
        var item = (IPooledEncodeable)Activator.CreateInstance(type)!;
        type.GetField("Uses")!.SetValue(item, 7);

        item.Reset();

        Assert.Equal(7, type.GetField("Uses")!.GetValue(item));
    }

    [Theory]
    [InlineData("List<Part> B { get; set; } = [];", "List<Part>")]
    [InlineData("IList<Part> B { get; set; } = new List<Part>();", "Part[]")]
    [InlineData("List<Part> B { get; init; } = [];", "List<Part>")]
    [InlineData("Dictionary<int, Part> B { get; set; } = new();", "Dictionary<int, Part>")]
    [InlineData("Part?[] B { get; set; } = new Part?[1];", "Part?[]")]
    public void Return_AfterItsOwnCollectionWasReplaced_ReturnsWhatThatHolds(string member, string replacement)
    {
        string created = replacement.EndsWith("[]", StringComparison.Ordinal) ? replacement[..^1]
            + "1]" : replacement + "()";
        System.Reflection.Assembly program = Compiler.Load($$"""
            [PooledEncodeable]
            public sealed partial class Part;

            [PooledEncodeable]
            public sealed partial class A
            {
                public {{member}}
            }

            public static class Replacing
            {
                public static readonly object New = new {{created}};
            }
            """);
        Type type = program.GetType("A")!;
        EncodeablePool parts = PoolOf(program.GetType("Part")!);
        EncodeablePool pool = PoolOf(type);
        IPooledEncodeable item = pool.RentUnchecked();
        IPooledEncodeable part = parts.RentUnchecked();
        System.Reflection.PropertyInfo property = type.GetProperty("B")!;
        switch (property.GetValue(item))
        {
            case IDictionary pairs:
                pairs.Add(1, part);
                break;
            case Array array:
                array.SetValue(part, 0);
                break;
            case IList list:
                list.Add(part);
                break;
        }

        property.SetValue(item, program.GetType("Replacing")!.GetField("New")!.GetValue(null));

        Assert.True(pool.TryReturn(item));
        Assert.False(parts.TryReturn(part)); // it was returned with the object
        Assert.Same(part, parts.RentUnchecked());

        static EncodeablePool PoolOf(Type type) => (EncodeablePool)type.GetProperty("Pool")!.GetValue(null)!;
    }
}
