using System.Collections.Immutable;
using System.Reflection;
using System.Runtime.Loader;
using Microsoft.CodeAnalysis;
using Pooling.Encodeables;

namespace Pooling.Analyzers.Encodeables;

/// <content>Tests what the constructors of base classes give to an object of a derived class.</content>
public sealed partial class PooledEncodeableAnalyzerTests
{
    [Theory]
    [InlineData("public class B { public virtual int Size => 1; }", "public D() : this() { }", "CS0516")]
    [InlineData("public class B { public virtual int Size => 1; }",
        "public D() : this(0) { } public D(int a) : this() => _ = a;", "CS0768")]
    [InlineData("[PooledEncodeable] public partial class B { protected B() : this(0) { } "
        + "private B(int a) : this() => _ = a; public virtual int Size => 1; }", "", "CS0768")]
    public async Task Analyze_ConstructorsThatCallThemselves_AreErrorsOfTheCompilerOnly(
        string inBase, string members, string error)
    {
        Compilation program = Compiler.Compilation(inBase + " [PooledEncodeable] public partial class D : B { "
            + members + " public override int Size => Y; public int Y; }");
        Compiler.Driver(program).RunGeneratorsAndUpdateCompilation(program, out Compilation complete,
            out ImmutableArray<Diagnostic> problems);

        Assert.Empty(problems);
        Assert.Equal([error], complete.GetDiagnostics().Where(static each => each.Severity == DiagnosticSeverity.Error)
            .Select(static each => each.Id).Distinct());
        Assert.Empty(await Compiler.AnalyzeAsync(program));
    }

    [Theory]
    [InlineData("B() { Names = new List<string> { \"a\" }; } [KeepOnReset] public List<string> Names;",
        "public override int Kind => Items.Count;")]
    [InlineData("B() { string name = s_name; if (name is { Length: > 0 }) Number = 1; } "
        + "private static readonly string s_name = \"\";",
        "public override int Kind => Items.Count;")]
    [InlineData("B() => Init();", "public override void Init() => Send(new Entry { Text = \"x\", At = { A = 1 } }); "
        + "private static void Send(Entry entry) => entry.Text = \"\"; "
        + "public class Entry { public string? Text { get; set; } public Point At; }")]
    [InlineData("B() { }", "public D() { var p = new Point { A = 1 }; Y = p.A; } public int Y;")]
    [InlineData("B() { }", "public D() { if (s_one > 0) Y = nameof(Number).Length; } public int Y; "
        + "private static readonly int s_one = 1;")]
    [InlineData("B() { if (s_one > 0) Number = nameof(Kind).Length; } private static readonly int s_one = 1;",
        "public override int Kind => Items.Count;")]
    public Task Analyze_MembersOfOtherObjects_AreNotThoseOfTheObject(string inBase, string members) => Expect(
        OfBase(inBase) + "public struct Point { public int A { get; set; } } "
            + "[PooledEncodeable] public partial class D : B { public List<int> Items = []; " + members + " }");

    [Theory]
    [InlineData("B() => Number = Kind;", "public override int Kind => 5;")]
    [InlineData("B() { if (s_one > 0) { Number = s_one + Code(); } } private static readonly int s_one = 1; "
        + "protected virtual int Code() => 1;", "protected override int Code() => 5;")]
    public Task Analyze_BaseMemberThatGetsTheResultOfAnOverride_IsReported(string inBase, string members) => Expect(
        OfBase(inBase) + $"[PooledEncodeable] public partial class D : B {{ {members} }}",
        "POOL108 at 'D': Give 'B' an initializer");

    [Theory]
    [InlineData("B() => Number = Kind;", "public override void Init() { }")]
    [InlineData("B() => Kept = Kind;", "public override int Kind => 5;")]
    [InlineData("B() => Fixed = Kind; public int Fixed { get; }", "public override int Kind => 5;")]
    [InlineData("B() { Kept = Kind; Number = 3; }", "public override int Kind => 5;")]
    [InlineData("B() => Init();",
        "public override void Init() { base.Init(); Own = Array.FindIndex(s_all, x => x > 1); } public int Own; "
        + "private static readonly int[] s_all = [1, 2];")]
    [InlineData("B() { (Number, Kept) = (4, 1); s_all[0] = this; } "
        + "private static readonly B[] s_all = new B[1];", "")]
    [InlineData("B() => s_all.Add(new(this)); private static readonly List<WeakReference<B>> s_all = [];",
        "public override void Init() => Own = 3; public int Own;")]
    [InlineData("B() => _read = () => Kind; [KeepOnReset] private readonly Func<int> _read;",
        "public override int Kind => 5;")]
    public async Task Analyze_BaseMembersThatAreTheSameInADerivedClass_AreFine(string inBase, string members)
    {
        string source = OfBase(inBase) + $"[PooledEncodeable] public partial class D : B {{ {members} }}";
        await Expect(source);
        Type type = Compiler.Load(source).GetType("D")!;
        var item = (IPooledEncodeable)Activator.CreateInstance(type)!;
        FieldInfo number = type.GetField("Number")!;
        object? initial = number.GetValue(item);
        number.SetValue(item, -1);

        item.Reset();

        Assert.Equal(initial, number.GetValue(item));
    }

    [Fact]
    public async Task Analyze_ConstructorThatSetsAPropertyOfAnotherAssembly_IsReadLikeInitialisers()
    {
        var programs = new AssemblyLoadContext(name: null);
        Compilation library = Compiler.Compilation("[PooledEncodeable] public partial class Packet { "
            + "public int Opcode { get; set; } [KeepOnReset] public int Uses { get; set; } "
            + "public int Half { get => Opcode / 2; set => Opcode = 2 * value; } }");
        (Assembly _, byte[] image) = LoadInto(programs, library);
        Compilation program = Compiler.Compilation("[PooledEncodeable] public partial class Chat : Packet { "
            + "public Chat() { Opcode = 5; Uses = 1; } public List<string> Lines = []; } "
            + "[PooledEncodeable] public partial class Halved : Packet { public Halved() => Half = 3; }")
            .AddReferences(MetadataReference.CreateFromImage(image));

        AssertMessages(["POOL108 at 'Halved': Give 'Packet' an initializer"], await Compiler.AnalyzeAsync(program));
        Type type = LoadInto(programs, program).Program.GetType("Chat")!;
        var item = (IPooledEncodeable)Activator.CreateInstance(type)!;
        PropertyInfo uses = type.GetProperty("Uses")!, opcode = type.GetProperty("Opcode")!;
        uses.SetValue(item, 7);
        opcode.SetValue(item, 7);

        item.Reset();

        Assert.Equal((5, 7), (opcode.GetValue(item), uses.GetValue(item)));
    }

    private static string OfBase(string members) => "[PooledEncodeable] public partial class B { "
        + "public int Number = 2; [KeepOnReset] public int Kept; "
        + $"public virtual int Kind => 3; public virtual void Init() {{ }} protected {members} }} ";

    private static (Assembly Program, byte[] Image) LoadInto(AssemblyLoadContext programs, Compilation compilation)
    {
        Compiler.Driver(compilation).RunGeneratorsAndUpdateCompilation(compilation, out compilation, out _);
        using var image = new MemoryStream();
        Assert.True(compilation.Emit(image).Success);
        image.Position = 0;
        return (programs.LoadFromStream(image), image.ToArray());
    }
}
