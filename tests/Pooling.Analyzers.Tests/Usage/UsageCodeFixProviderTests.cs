using System.Text.RegularExpressions;
using Microsoft.CodeAnalysis;
using Pooling.CodeFixes;

namespace Pooling.Analyzers.Usage;

/// <summary>Tests the fixes: the changed source compiles, and is not reported any more.</summary>
public sealed class UsageCodeFixProviderTests
{
    [Theory]
    [InlineData("_leases.Rent();", "using var lease = _leases.Rent();")]
    [InlineData("_ = _leases.Rent();", "using var lease = _leases.Rent();")]
    [InlineData("int lease = 1; _leases.Rent(); Use(lease);", "int lease = 1; using var lease2 = _leases.Rent(); Use(lease);")]
    [InlineData("var lease = _leases.Rent(); lease.Value.Append(1);", "using var lease = _leases.Rent(); lease.Value.Append(1);")]
    [InlineData("PooledArray<int> array = new(4);", "using PooledArray<int> array = new(4);")]
    [InlineData("using var writer = Writers.Rent().Value; writer.WriteUtf8(\"a\");",
        "using var lease = Writers.Rent(); var writer = lease.Value; writer.WriteUtf8(\"a\");")]
    [InlineData("Writers.Rent().Value.WriteUtf8(\"a\");", "using var lease = Writers.Rent(); lease.Value.WriteUtf8(\"a\");")]
    [InlineData("using var lease = Writers.Rent(); lease.Value.Detach();",
        "using var lease = Writers.Rent(); using var lease2 = lease.Value.Detach();")]
    [InlineData("message.Retain();", "using var lease = message.Retain();")]
    [InlineData("Json.RentAsyncWriter(stream);", "await using var lease = Json.RentAsyncWriter(stream);")]
    [InlineData("var json = Json.RentAsyncWriter(stream);", "await using var json = Json.RentAsyncWriter(stream);")]
    [InlineData("using var lease = Writers.Rent(); lease.Value.CopyToAsync(stream);",
        "using var lease = Writers.Rent(); await lease.Value.CopyToAsync(stream);")]
    [InlineData("using var lease = Writers.Rent(); _ = lease.Value.CopyToAsync(stream).AsTask();",
        "using var lease = Writers.Rent(); await lease.Value.CopyToAsync(stream).AsTask();")]
    [InlineData("using var lease = Writers.Rent(); lease.Value.Dispose(); Use(1);", "using var lease = Writers.Rent(); Use(1);")]
    [InlineData("var lease = Writers.Rent(); try { Use(lease); } finally { lease.Value.Dispose(); }",
        "var lease = Writers.Rent(); try { Use(lease); } finally { lease.Dispose(); }")]
    [InlineData("var lease = Writers.Rent(); Use(lease); using (lease.Value) { }", "var lease = Writers.Rent(); Use(lease); "
        + "using (lease) { }")]
    [InlineData("void Send(PooledLease<StringBuilder> lease) => _items.Return(lease.Value); Send(default);",
        "void Send(PooledLease<StringBuilder> lease) => lease.Dispose(); Send(default);")]
    [InlineData("using var lease = _leases.Rent(); _items.Return(lease.Value);", "using var lease = _leases.Rent();")]
    [InlineData("var pipe = PipeWriter.Create(stream); using (var json = Json.Rent(pipe)) { json.Flush(); } Use(1);",
        "var pipe = PipeWriter.Create(stream); using (var json = Json.Rent(pipe)) { json.Flush(); } await pipe.FlushAsync(); Use(1);")]
    public async Task Fix_Statements_AreAsExpected(string statements, string expected)
    {
        string fixedSource = await CodeFixer.FixAsync(UsageCompiler.InMethod(statements)) ?? "no fix";

        Assert.Equal(Compact(UsageCompiler.InMethod(expected)), Compact(fixedSource));
        await AssertFineAsync(fixedSource);
    }

    [Theory]
    [InlineData("if (condition) _leases.Rent();")]
    [InlineData("void Run() { var json = Json.RentAsyncWriter(stream); } Run();")]
    [InlineData("PooledLease<StringBuilder> lease; lease = _leases.Rent();")]
    [InlineData("PooledLease<StringBuilder> lease = _leases.Rent(), other = default;")]
    [InlineData("var text = _items.Get();")]
    [InlineData("using var lease = Writers.Rent(); lease.Value.Reserve(4);")]
    [InlineData("StringBuilder Get() { using var lease = _leases.Rent(); return lease.Value; } Get();")]
    [InlineData("using var lease = Writers.Rent(); using (lease.Value) { }")]
    public async Task Fix_OfUnclearCode_IsNotOffered(string statements) =>
        Assert.Null(await CodeFixer.FixAsync(UsageCompiler.InMethod(statements)));

    [Fact]
    public async Task FixAll_SeveralDeclarations_FixesEach()
    {
        string fixedSource = await CodeFixer.FixAllAsync(UsageCompiler.InMethod(
            "var a = _leases.Rent();\nvar b = _leases.Rent();\nif (condition) { var c = Writers.Rent(); }"));

        Assert.Equal(3, Regex.Count(fixedSource, @"using var [abc] ="));
        await AssertFineAsync(fixedSource);
    }

    [Fact]
    public void Ids_OfTheFixes_AreThoseOfTheAnalyzer() => Assert.Empty(
        new UsageCodeFixProvider().FixableDiagnosticIds.Except(new UsageAnalyzer().SupportedDiagnostics.Select(static each => each.Id)));

    private static async Task AssertFineAsync(string source)
    {
        Compilation compilation = UsageCompiler.Compile(source);

        Assert.Empty(compilation.GetDiagnostics().Where(static each => each.Severity == DiagnosticSeverity.Error));
        Assert.Empty(await UsageCompiler.AnalyzeAsync(compilation));
    }

    private static string Compact(string source) => Regex.Replace(source, @"\s+", " ");
}
