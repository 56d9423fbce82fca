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
    [InlineData("B() => Number = Sum(); private int Sum() => Kind + 1;", "public override int Kind => 5;")]
    [InlineData("B() => Setup(); private void Setup() => Number = Kind;", "public override int Kind => 5;")]
    [InlineData("B() => SetNumber(Kind);", "public override int Kind => 5;")]
    [InlineData("B() { int kind = Kind; Number = kind; }", "public override int Kind => 5;")]
    [InlineData("B() { if (Kind > 3) Number = 4; }", "public override int Kind => 5;")]
    [InlineData("B() { if (Kind > 3) { return; } Number = 4; }", "public override int Kind => 5;")]
    [InlineData("B() => _ = int.TryParse(Name, out Number); protected virtual string Name => \"1\";",
        "protected override string Name => \"5\";")]
    [InlineData("B() { Read(out int a); Number = a; } protected virtual void Read(out int a) => a = 1;",
        "protected override void Read(out int a) => a = 5;")]
    [InlineData("B() { (Number, Kept) = (Kind, 1); }", "public override int Kind => 5;")]
    [InlineData("B() => Init();", "public override void Init() => SetNumber(3);")]
    [InlineData("B() => Init();", "public override void Init() => At.X = 3;", "B.At")]
    [InlineData("B() => Start(1); protected virtual void Start(int a) => Number = a;",
        "protected override void Start(int a) { }")]
    [InlineData("B() => Start(1); protected virtual void Start(int a) => Number = a;",
        "protected override void Start(int a) => base.Start(a + 1);")]
    [InlineData("B() => Start(1); protected virtual void Start(int a) => Number = a;",
        "protected override void Start(int a) { if (s_one > 1) base.Start(a); } private static int s_one = 1;")]
    [InlineData("B() => Code = 4; public virtual int Code { set => Number = value; }",
        "public override int Code { set { } }")]
    [InlineData("B() => Code = Kind; public virtual int Code { get => 1; set => Number = value; }",
        "public override int Code { get => 2; } public override int Kind => 5;")]
    [InlineData("B() => Number = GetType().Name.Length;", "")]
    [InlineData("B() => Number = ToString()!.Length;", "")]
    [InlineData("B() => Number = this is D ? 1 : 2;", "")]
    [InlineData("B() => Number = Code(this); private static int Code(object a) => a.GetType().Name.Length;", "")]
    [InlineData("B() { string name = GetType().Name; if (name.Length > 1) Number = 4; }", "")]
    public Task Analyze_BaseMembersThatDependOnTheDerivedClass_AreReported(
        string inBase, string members, string member = "B.Number") => Expect(
            OfBase(inBase) + $"[PooledEncodeable] public partial class D : B {{ {members} }}",
            $"POOL108 at 'D': Give '{member}' an initializer");

    [Theory]
    [InlineData("B() => Number = Kind;", "public override void Init() { }")]
    [InlineData("B() => Kept = Kind;", "public override int Kind => 5;")]
    [InlineData("B() => Fixed = Kind; public int Fixed { get; }", "public override int Kind => 5;")]
    [InlineData("B() { Kept = Kind; Number = Next(); }", "public override int Kind => 5;")]
    [InlineData("B() : this(3) { } private B(int a) { Number = a; Init(); }",
        "public override void Init() => Own = 3; public int Own;")]
    [InlineData("B() => Start(1); protected virtual void Start(int a) => Number = a;",
        "protected override void Start(int a) { base.Start(a); Own = a; } public int Own;")]
    [InlineData("B() => Code = 4; public virtual int Code { set => Number = value; }",
        "public override int Code { set { base.Code = value; Own = value; } } public int Own;")]
    [InlineData("B() { Log(GetType().Name); Number = Next(); } private static void Log(string a) => _ = a;", "")]
    [InlineData("B() { s_all.Add(this); Number = Kept + 4; } private static readonly List<B> s_all = [];", "")]
    [InlineData("B() { Names = new(this); Number = Kept + 4; } [KeepOnReset] public WeakReference<B> Names;", "")]
    [InlineData("B() => With(3); public B With(int a) { Number = a; return this; }", "")]
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

    [Theory]
    [InlineData("Init() => Items.Add(1);", "POOL108 at 'D': Give 'C.Items' an initializer")]
    [InlineData("Init() => Items[0] = 1;", "POOL108 at 'D': Give 'C.Items' an initializer")]
    [InlineData("Init() => Own = Items.Count;")]
    public Task Analyze_OverrideThatChangesAnInheritedCollection_IsReported(
        string init, params string[] expected) => Expect(
            OfBase("B() => Init();")
                + "[PooledEncodeable] public partial class C : B { public List<int> Items { get; } = []; } "
                + "[PooledEncodeable] public partial class D : C { public int Own; public override void " + init + " }",
            expected);

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
        + "public int Number = 2; [KeepOnReset] public int Kept; public (int X, int Y) At; "
        + "public virtual int Kind => 3; public virtual void Init() { } protected void SetNumber(int a) => Number = a; "
        + $"protected static int Next() => Environment.ProcessId; protected {members} }} ";

    private static (Assembly Program, byte[] Image) LoadInto(AssemblyLoadContext programs, Compilation compilation)
    {
        Compiler.Driver(compilation).RunGeneratorsAndUpdateCompilation(compilation, out compilation, out _);
        using var image = new MemoryStream();
        Assert.True(compilation.Emit(image).Success);
        image.Position = 0;
        return (programs.LoadFromStream(image), image.ToArray());
    }
}
