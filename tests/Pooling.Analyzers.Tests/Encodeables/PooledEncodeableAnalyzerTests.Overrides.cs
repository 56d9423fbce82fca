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
}
