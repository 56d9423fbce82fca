using System.Collections.Immutable;
using Microsoft.CodeAnalysis;

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

    private static string OfBase(string members) => "[PooledEncodeable] public partial class B { "
        + "public int Number = 2; [KeepOnReset] public int Kept; public (int X, int Y) At; "
        + "public virtual int Kind => 3; public virtual void Init() { } protected void SetNumber(int a) => Number = a; "
        + $"protected static int Next() => Environment.ProcessId; protected {members} }} ";
}
