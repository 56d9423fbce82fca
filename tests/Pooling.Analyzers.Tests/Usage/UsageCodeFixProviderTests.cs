using System.Text.RegularExpressions;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Pooling.CodeFixes;

namespace Pooling.Analyzers.Usage;

/// <summary>Tests the fixes: the changed source compiles, and is not reported any more.</summary>
public sealed partial class UsageCodeFixProviderTests
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
    [InlineData("PooledLease<StringBuilder> lease = _leases.Rent(), other = default;",
        "using PooledLease<StringBuilder> lease = _leases.Rent(); PooledLease<StringBuilder> other = default;")]
    [InlineData("PooledLease<StringBuilder> first = default, lease = _leases.Rent(); Use(first);",
        "PooledLease<StringBuilder> first = default; using PooledLease<StringBuilder> lease = _leases.Rent(); Use(first);")]
    [InlineData("PooledLease<StringBuilder> lease; lease = _leases.Rent();",
        "using PooledLease<StringBuilder> lease = _leases.Rent();")]
    [InlineData("PooledLease<StringBuilder> lease = default, other = default; Use(other); lease = _leases.Rent(); lease.Value.Append(1);",
        "PooledLease<StringBuilder> other = default; Use(other); using PooledLease<StringBuilder> lease = _leases.Rent(); "
        + "lease.Value.Append(1);")]
    [InlineData("PooledAsyncUtf8JsonWriter json; json = Json.RentAsyncWriter(stream);",
        "await using PooledAsyncUtf8JsonWriter json = Json.RentAsyncWriter(stream);")]
    [InlineData("switch (condition) { case true: var lease = _leases.Rent(); lease.Value.Append(1); break; }",
        "switch (condition) { case true: { using var lease = _leases.Rent(); lease.Value.Append(1); break; } }")]
    [InlineData("switch (condition) { case true: _leases.Rent(); break; default: break; }",
        "switch (condition) { case true: { using var lease = _leases.Rent(); break; } default: break; }")]
    [InlineData("void Send() => Writers.Rent().Value.WriteUtf8(\"a\"); Send();",
        "void Send() { using var lease = Writers.Rent(); lease.Value.WriteUtf8(\"a\"); } Send();")]
    [InlineData("int Count() => Writers.Rent().Value.WrittenCount; Count();",
        "int Count() { using var lease = Writers.Rent(); return lease.Value.WrittenCount; } Count();")]
    [InlineData("async Task SendAsync() => await Writers.Rent().Value.CopyToAsync(stream); await SendAsync();",
        "async Task SendAsync() { using var lease = Writers.Rent(); await lease.Value.CopyToAsync(stream); } await SendAsync();")]
    [InlineData("Func<int> count = () => Writers.Rent().Value.WrittenCount; count();",
        "Func<int> count = () => { using var lease = Writers.Rent(); return lease.Value.WrittenCount; }; count();")]
    [InlineData("Task Send() { using var lease = Writers.Rent(); return lease.Value.CopyToAsync(stream).AsTask(); } await Send();",
        "async Task Send() { using var lease = Writers.Rent(); await lease.Value.CopyToAsync(stream).AsTask(); } await Send();")]
    [InlineData("static ValueTask Send(Stream to) { using (var lease = Writers.Rent()) { "
        + "return lease.Value.CopyToAsync(to); } } await Send(stream);",
        "static async ValueTask Send(Stream to) { using (var lease = Writers.Rent()) { "
        + "await lease.Value.CopyToAsync(to); return; } } await Send(stream);")]
    [InlineData("var queue = new RingQueue<SharedBuffer>(); while (queue.TryDequeue(out var share)) Use(share.Length);",
        "var queue = new RingQueue<SharedBuffer>(); while (queue.TryDequeue(out var share)) using (share) "
        + "Use(share.Length);")]
    [InlineData("if (message.TryRetain(out SharedBuffer share)) { Use(share.Length); } else { Use(1); }",
        "if (message.TryRetain(out SharedBuffer share)) using (share) { Use(share.Length); } else { Use(1); }")]
    [InlineData("var channel = Channel.CreateBounded<SharedBuffer>(4); await foreach (var share in "
        + "channel.Reader.ReadAllAsync()) Use(share.Length);",
        "var channel = Channel.CreateBounded<SharedBuffer>(4); await foreach (var share in "
        + "channel.Reader.ReadAllAsync()) using (share) Use(share.Length);")]
    [InlineData("var lease = _leases.Rent(); if (condition) return; lease.Dispose();",
        "using var lease = _leases.Rent(); if (condition) return; lease.Dispose();")]
    [InlineData("using var lease = _leases.Rent(); Task.Run(() => lease.Value.Append(1));",
        "using var lease = _leases.Rent(); await Task.Run(() => lease.Value.Append(1));")]
    [InlineData("var json = Json.Rent(output); Use(json); await json.Writer.DisposeAsync();",
        "var json = Json.Rent(output); Use(json); json.Dispose();")]
    [InlineData("var json = Json.Rent(output); Use(json); await json.Writer.DisposeAsync().ConfigureAwait(false);",
        "var json = Json.Rent(output); Use(json); json.Dispose();")]
    [InlineData("using var json = Json.Rent(output); await json.Writer.DisposeAsync(); Use(1);",
        "using var json = Json.Rent(output); Use(1);")]
    [InlineData("var json = Json.RentAsyncWriter(stream); Use(json); json.Writer.Dispose();",
        "var json = Json.RentAsyncWriter(stream); Use(json); await json.DisposeAsync();")]
    [InlineData("var json = Json.Rent(output); Use(json); await using (json.Writer) { }",
        "var json = Json.Rent(output); Use(json); using (json) { }")]
    [InlineData("var json = Json.RentAsyncWriter(stream); Use(json); using (json.Writer) { }",
        "var json = Json.RentAsyncWriter(stream); Use(json); await using (json) { }")]
    [InlineData("Use(Writers.Rent().Value.WrittenCount > 0 && condition ? 1 : 2);",
        "using var lease = Writers.Rent(); Use(lease.Value.WrittenCount > 0 && condition ? 1 : 2);")]
    [InlineData("var text = _leases.Rent().Value?.ToString();",
        "using var lease = _leases.Rent(); var text = lease.Value?.ToString();")]
    public async Task Fix_Statements_AreAsExpected(string statements, string expected)
    {
        string fixedSource = await CodeFixer.FixAsync(UsageCompiler.InMethod(statements)) ?? "no fix";

        Assert.Equal(Compact(UsageCompiler.InMethod(expected)), Compact(fixedSource));
        await AssertFineAsync(fixedSource);
    }

    [Theory]
    [InlineData("if (condition) _leases.Rent();")]
    [InlineData("void Run() { var json = Json.RentAsyncWriter(stream); } Run();")]
    [InlineData("PooledLease<StringBuilder> lease; lease = _leases.Rent(); lease = default;")]
    [InlineData("PooledLease<StringBuilder> lease = default; _ = lease.IsLive; lease = _leases.Rent();")]
    [InlineData("PooledLease<StringBuilder> lease = default; if (condition) { lease = _leases.Rent(); }")]
    [InlineData("switch (condition) { case true: int i = 1; _leases.Rent(); break; default: i = 2; Use(i); break; }")]
    [InlineData("Task Send() => Writers.Rent().Value.CopyToAsync(stream).AsTask(); await Send();")]
    [InlineData("Task Send(bool now) { using var lease = Writers.Rent(); if (now) return Task.CompletedTask; "
        + "return lease.Value.CopyToAsync(stream).AsTask(); } await Send(true);")]
    [InlineData("var text = _items.Get();")]
    [InlineData("if (condition && message.TryRetain(out var share)) Use(share.Length);")]
    [InlineData("new Queue<SharedBuffer>().TryDequeue(out _);")]
    [InlineData("var lease = _leases.Rent(); lease.Value.Append(1); lease = _leases.Rent(); lease.Dispose();")]
    [InlineData("using var lease = Writers.Rent(); lease.Value.Reserve(4);")]
    [InlineData("StringBuilder Get() { using var lease = _leases.Rent(); return lease.Value; } Get();")]
    [InlineData("using var lease = Writers.Rent(); using (lease.Value) { }")]
    [InlineData("LeasePool<StringBuilder>? pool = null; var text = pool?.Rent().Value.ToString();")]
    [InlineData("LeasePool<StringBuilder>? pool = null; string? Text() => pool?.Rent().Value.ToString(); Text();")]
    [InlineData("LeasePool<StringBuilder>? pool = null; "
        + "string Text() => pool is null ? \"\" : pool.Rent().Value.ToString(); Text();")]
    [InlineData("LeasePool<StringBuilder>? pool = null; "
        + "var text = pool is null ? \"\" : pool.Rent().Value.ToString();")]
    [InlineData("var isLong = condition && _leases.Rent().Value.Length > 0;")]
    [InlineData("var isLong = condition || _leases.Rent().Value.Length > 0;")]
    [InlineData("string? name = null; var text = name ?? _leases.Rent().Value.ToString();")]
    [InlineData("string? name = null; name ??= _leases.Rent().Value.ToString();")]
    [InlineData("_ = condition ? _leases.Rent() : default;")]
    [InlineData("var text = condition switch { true => _leases.Rent().Value.ToString(), _ => \"\" };")]
    [InlineData("Func<object> get = () => _leases; "
        + "var text = get() is LeasePool<StringBuilder> q ? q.Rent().Value.ToString() : \"\";")]
    [InlineData("var all = new[] { _leases }; var lengths = from i in new[] { 0 } select all[i].Rent().Value.Length;")]
    [InlineData("var all = new[] { _leases }; int i = 0, length = all[i].Rent().Value.Length;")]
    [InlineData("var all = new[] { _leases }; int i = 0; Use((i = 0) + all[i].Rent().Value.Length);")]
    [InlineData("Func<LeasePool<StringBuilder>, bool> f = pool => condition && pool.Rent().Value.Length > 0;")]
    [InlineData("System.Linq.Expressions.Expression<Func<int>> get = () => _leases.Rent().Value.Length;")]
    [InlineData("var lease = _leases.Rent(); lease.Value.Append(1); lease = default;")]
    [InlineData("var json = Json.Rent(output); Use(json); var end = json.Writer.DisposeAsync(); await end;")]
    [InlineData("void End() { var json = Json.RentAsyncWriter(stream); Use(json); json.Writer.Dispose(); } End();")]
    [InlineData("Task Send() { lock (stream) { using var lease = Writers.Rent(); "
        + "return lease.Value.CopyToAsync(stream).AsTask(); } } await Send();")]
    [InlineData("unsafe Task Send() { using var lease = Writers.Rent(); "
        + "return lease.Value.CopyToAsync(stream).AsTask(); } await Send();")]
    [InlineData("lock (_leases) { using var lease = Writers.Rent(); lease.Value.CopyToAsync(stream); }")]
    [InlineData("unsafe { using var lease = Writers.Rent(); lease.Value.CopyToAsync(stream); }")]
    [InlineData("lock (_leases) { var json = Json.RentAsyncWriter(stream); }")]
    [InlineData("Task Send() { return Writers.Rent().Value.CopyToAsync(stream).AsTask(); } await Send();")]
    [InlineData("using (stream) { var pipe = PipeWriter.Create(stream); using var json = Json.Rent(pipe); "
        + "json.Writer.WriteNullValue(); }")]
    public async Task Fix_OfUnclearCode_IsNotOffered(string statements) =>
        Assert.Null(await CodeFixer.FixAsync(UsageCompiler.InMethod(statements)));

    // A declaration with 'using', and 'await using', are of C# 8. .NET Framework has C# 7.3 by default.
    [Theory]
    [InlineData("var lease = BufferWriterPool.Shared.Rent(); lease.Value.WriteByte(1);", false)]
    [InlineData("PooledLease<PooledArrayBufferWriter<byte>> lease; lease = BufferWriterPool.Shared.Rent();", false)]
    [InlineData("BufferWriterPool.Shared.Rent();", false)]
    [InlineData("BufferWriterPool.Shared.Rent().Value.WriteByte(1);", false)]
    [InlineData("Action run = () => BufferWriterPool.Shared.Rent().Value.WriteByte(1); run();", false)]
    [InlineData("var json = Utf8JsonWriterPool.Shared.RentAsyncWriter(stream);", false)]
    [InlineData("var json = Utf8JsonWriterPool.Shared.RentAsyncWriter(stream); GC.KeepAlive(json); "
        + "using (json.Writer) { }", false)]
    [InlineData("foreach (var share in shares.GetConsumingEnumerable()) GC.KeepAlive(share.Length);", true)]
    [InlineData("var json = Utf8JsonWriterPool.Shared.RentAsyncWriter(stream); GC.KeepAlive(json); "
        + "json.Writer.Dispose();", true)]
    public async Task Fix_InAnOldLanguage_CompilesOrIsNotOffered(string statements, bool isOffered)
    {
        string source = $$"""
            using System; using System.Collections.Concurrent; using System.IO; using System.Threading.Tasks;
            using Pooling.Buffers; using Pooling.Json; using Pooling.Objects;
            public static class Consumer
            {
                public static async Task Run(Stream stream, BlockingCollection<SharedBuffer> shares)
                {
                    {{statements}}
                }
            }
            """;

        Assert.NotNull(await CodeFixer.FixAsync(source, LanguageVersion.CSharp8));
        string? fixedSource = await CodeFixer.FixAsync(source, LanguageVersion.CSharp7_3);

        Assert.Equal(isOffered, fixedSource is not null);
        Assert.Empty(UsageCompiler.Compile(fixedSource ?? source, version: LanguageVersion.CSharp7_3).GetDiagnostics()
            .Where(static each => each.Severity == DiagnosticSeverity.Error));
    }

    [Fact]
    public async Task Fix_TaskOfAPartialMethod_AddsAsyncBeforePartial()
    {
        string? fixedSource = await CodeFixer.FixAsync("""
            public sealed partial class Sender
            {
                public partial Task Send(Stream stream);

                public partial Task Send(Stream stream)
                {
                    using var lease = BufferWriterPool.Shared.Rent();
                    return lease.Value.CopyToAsync(stream).AsTask();
                }
            }
            """);

        Assert.Contains("public async partial Task Send", fixedSource, StringComparison.Ordinal);
        await AssertFineAsync(fixedSource!);
    }

    [Theory]
    [InlineData("var lease = BufferWriterPool.Shared.Rent(); lease.Value.WriteByte(1);",
        "using var lease = BufferWriterPool.Shared.Rent(); lease.Value.WriteByte(1);")]
    [InlineData("BufferWriterPool.Shared.Rent().Value.WriteByte(1);",
        "using var lease = BufferWriterPool.Shared.Rent(); lease.Value.WriteByte(1);")]
    public async Task Fix_TopLevelStatements_AreAsExpected(string statements, string expected) =>
        Assert.Equal(expected, Compact(await CodeFixer.FixAsync(statements) ?? "no fix").Trim());

    [Fact]
    public async Task FixAll_SeveralDeclarations_FixesEach()
    {
        string fixedSource = await CodeFixer.FixAllAsync(UsageCompiler.InMethod(
            "var a = _leases.Rent();\nvar b = _leases.Rent();\nif (condition) { var c = Writers.Rent(); }"));

        Assert.Equal(3, Regex.Count(fixedSource, @"using var [abc] ="));
        await AssertFineAsync(fixedSource);
    }

    [Fact]
    public async Task FixAll_DroppedOwnersInOneBlock_GetDifferentNames()
    {
        string fixedSource = await CodeFixer.FixAllAsync(UsageCompiler.InMethod(
            "message.Retain();\nusing var writer = Writers.Rent();\nwriter.Value.Detach();\nmessage.Retain();"));

        Assert.Equal(["lease", "lease2", "lease3"],
            Regex.Matches(fixedSource, @"using var (lease\d*) =").Select(static each => each.Groups[1].Value));
        await AssertFineAsync(fixedSource);
    }

    [Fact]
    public async Task FixAll_DifferentWaysToAddUsing_FixesEach()
    {
        string fixedSource = await CodeFixer.FixAllAsync(UsageCompiler.InMethod(
            "_leases.Rent();\nvar a = _leases.Rent();\nWriters.Rent().Value.WriteUtf8(\"a\");\n"
            + "PooledLease<StringBuilder> b = _leases.Rent(), c = _leases.Rent(), d;\nd = _leases.Rent();\n"
            + "switch (condition) { case true: _leases.Rent(); Writers.Rent().Value.WriteUtf8(\"a\"); break; }"));

        Assert.Equal(8, Regex.Count(fixedSource, "using (var|PooledLease)"));
        await AssertFineAsync(fixedSource);
    }

    [Fact]
    public async Task FixAll_FirstPlaceWithoutAFix_FixesTheOthers()
    {
        string fixedSource = await CodeFixer.FixAllAsync(UsageCompiler.InMethod(
            "if (condition) _leases.Rent();\nvar a = _leases.Rent();"));

        Assert.Contains("using var a", fixedSource, StringComparison.Ordinal);
    }

    // Each place of a kind is fixed alone, and all of them at once.
    [Theory]
    [InlineData("if (message.TryRetain(out var {0})) Use({0}.Length);")]
    [InlineData("foreach (var {0} in new System.Collections.Concurrent.BlockingCollection<SharedBuffer>()"
        + ".GetConsumingEnumerable()) Use({0}.Length);")]
    [InlineData("var {0} = _leases.Rent(); if (condition) return; {0}.Dispose();")]
    [InlineData("using var {0} = _leases.Rent(); Task.Run(() => {0}.Value.Append(1));")]
    [InlineData("var {0} = await Channel.CreateBounded<SharedBuffer>(4).Reader.ReadAsync(); Use({0}.Length);")]
    public async Task FixAll_ThreeOfAKindInABlock_LeavesNothing(string statement)
    {
        string source = UsageCompiler.InMethod(string.Join(
            "\n", new[] { "a", "b", "c" }.Select(name => statement.Replace("{0}", name, StringComparison.Ordinal))));

        await AssertFineAsync(await CodeFixer.FixAllAsync(source));
        for (int i = 0; i < 3; i++)
            source = await CodeFixer.FixAsync(source) ?? "no fix";

        await AssertFineAsync(source);
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
