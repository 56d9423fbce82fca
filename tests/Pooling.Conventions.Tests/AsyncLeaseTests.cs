using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Pooling.Json;

namespace Pooling.Conventions;

/// <summary>Tests the compiler errors for the wrong one of the two ways to end a lease on a JSON writer.</summary>
public sealed class AsyncLeaseTests
{
    [Theory]
    [InlineData("await using var x = pool.RentAsyncWriter(stream);", "")]
    [InlineData("await using var x = pool.RentAsyncWriter(pipe);", "")]
    [InlineData("using var x = pool.RentAsyncWriter(stream);", "CS8418")] // "did you mean await using"
    [InlineData("using var x = pool.RentAsyncWriter(pipe);", "CS8418")]
    [InlineData("using (pool.RentAsyncWriter(stream)) { }", "CS8418")]
    [InlineData("pool.RentAsyncWriter(stream).Dispose();", "CS1061")]
    [InlineData("pool.RentAsyncWriter(stream).Flush();", "CS1061")]
    [InlineData("pool.RentAsyncWriter(stream).TryReturn();", "CS1061")]
    [InlineData("using var x = pool.Rent(stream);", "")]
    [InlineData("using var x = pool.Rent(pipe);", "")]
    [InlineData("using var x = pool.Rent((IBufferWriter<byte>)pipe);", "")]
    [InlineData("await using var x = pool.Rent(stream);", "CS8417")] // "did you mean using"
    [InlineData("await pool.Rent(stream).FlushAsync();", "CS1061")]
    [InlineData("pool.Rent().WriteBase64Chunked(stream);", "")]
    [InlineData("pool.Rent().WriteStringChunked(\"b\");", "")]
    [InlineData("await pool.RentAsyncWriter(stream).WriteStringChunkedAsync(\"b\".AsMemory());", "")]
    [InlineData("await pool.RentAsyncWriter(stream).WriteBase64ChunkedAsync(new byte[1]);", "")]
    public void Statement_OfALease_CompilesOrIsRefused(string statement, string error)
    {
        string code = $$"""
            using System;
            using System.Buffers;
            using System.IO;
            using System.IO.Pipelines;
            using System.Threading.Tasks;
            using Pooling.Json;

            public static class Program
            {
                public static async Task UseAsync(Utf8JsonWriterPool pool, Stream stream, PipeWriter pipe)
                {
                    await Task.Yield();
                    {{statement}}
                }
            }
            """;
        CSharpCompilation compilation = CSharpCompilation.Create(
            "Lease",
            [CSharpSyntaxTree.ParseText(code)],
            ExampleTests.References,
            new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary));

        Assert.Equal(error,
            string.Join(" ",
                compilation.GetDiagnostics().Where(static one => one.Severity == DiagnosticSeverity.Error).Select(static one => one.Id)));
    }

    [Fact]
    public void AsyncLease_IsNoIDisposable()
    {
        Assert.False(typeof(IDisposable).IsAssignableFrom(typeof(PooledAsyncUtf8JsonWriter)));
        Assert.False(typeof(IAsyncDisposable).IsAssignableFrom(typeof(PooledUtf8JsonWriter)));
        Assert.DoesNotContain(typeof(PooledUtf8JsonWriter).GetMethods(),
            static method => method.Name.EndsWith("Async", StringComparison.Ordinal));
    }
}
