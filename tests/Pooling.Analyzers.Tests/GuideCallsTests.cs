using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Pooling.Analyzers;

/// <summary>Tests that older compilers can make the calls of the guides, in programs for .NET Framework.</summary>
public sealed class GuideCallsTests
{
    private static readonly string[] s_pages =
    [
        "BatchReader", "BufferReader", "BufferReservation", "BufferWriterExtensions", "BufferWriterPool", "MagazineMemoryPool",
        "PooledArray", "PooledArrayBufferWriter", "PooledAsyncUtf8JsonWriter", "PooledLease", "PooledSequence", "PooledUtf8JsonWriter",
        "SegmentedBufferWriter", "SequenceReaderExtensions", "SharedBuffer", "Utf8JsonWriterPool",
    ];

    [Theory]
    [InlineData(LanguageVersion.CSharp7_3)]
    [InlineData(LanguageVersion.CSharp9)]
    [InlineData(LanguageVersion.CSharp13)]
    public void Calls_OfTheGuides_CompileForDotNetFramework(LanguageVersion version)
    {
        // With a provider, a text that is interpolated takes a handler, which C# 10 knows. The guide says so.
        string[] calls = [.. GuideCalls.Of(s_pages).Where(call => version >= LanguageVersion.CSharp10 || !TakesProvider(call))];
        Assert.InRange(calls.Length, 60, int.MaxValue);
        Assert.Contains(calls, static call => call.Contains(".WriteUtf8(\"", StringComparison.Ordinal));
        Assert.Equal(version >= LanguageVersion.CSharp10, calls.Any(TakesProvider));
        Assert.Contains(calls, static call => call.Contains(".WritePrefixedUtf8(\"", StringComparison.Ordinal));

        AssertCompiles(version, calls);
    }

    [Theory]
    [InlineData(LanguageVersion.CSharp7_3)]
    [InlineData(LanguageVersion.CSharp9)]
    [InlineData(LanguageVersion.CSharp13)]
    public void Calls_WithAString_CompileForDotNetFramework(LanguageVersion version) => AssertCompiles(version,
    [
        "static void A(PooledUtf8JsonWriter json, string text) => json.WriteStringChunked(text);",
        "static void B(SegmentedBufferWriter writer, string text) => writer.WriteUtf8(text);",
        "static void C(SegmentedBufferWriter writer, char[] text) => writer.WriteUtf8(text);",
        "static void D(IBufferWriter<byte> writer, string text) => writer.WritePrefixedUtf8(text, LengthPrefix.Varint);",
    ]);

    [Theory]
    [InlineData(LanguageVersion.CSharp7_3, false)]
    [InlineData(LanguageVersion.CSharp9, false)]
    [InlineData(LanguageVersion.CSharp10, true)]
    [InlineData(LanguageVersion.CSharp11, true)]
    [InlineData(LanguageVersion.CSharp12, true)]
    [InlineData(LanguageVersion.CSharp13, true)]
    [InlineData(LanguageVersion.Preview, true)]
    public void WriteUtf8_OfAnInterpolatedString_BindsTheHandlerFromCSharp10On(LanguageVersion version, bool isHandler)
    {
        string[] calls =
        [
            "static void A(PooledArrayBufferWriter<byte> writer, int number) => writer.WriteUtf8($\"{number}\");",
            "static void B(IBufferWriter<byte> writer, string name) => writer.WriteUtf8($\"{name}: {name.Length,3:X}\");",
        ];

        string bound = isHandler ? "Utf8InterpolatedStringHandler" : "String";
        string[] expected = [bound, bound];
        Assert.Equal(expected, LastParameters(Compilation(version, calls, GuideCalls.References)));
        Assert.Equal(expected, LastParameters(Compilation(version, calls, Compiler.References)));
    }

    private static bool TakesProvider(string call) => call.Contains(".WriteUtf8(p1, $\"", StringComparison.Ordinal);

    private static void AssertCompiles(LanguageVersion version, string[] calls)
    {
        CSharpCompilation compilation = Compilation(version, calls, GuideCalls.References);
        SyntaxTree tree = compilation.SyntaxTrees[0];
        string[] problems =
        [
            .. compilation.GetDiagnostics()
                .Where(static problem => problem.Severity == DiagnosticSeverity.Error)
                .Select(problem => $"{problem.Id}: {tree.GetText().Lines[problem.Location.GetLineSpan().StartLinePosition.Line]}"),
        ];
        Assert.True(problems.Length == 0, string.Join('\n', problems));
    }

    private static CSharpCompilation Compilation(LanguageVersion version, string[] calls, IEnumerable<MetadataReference> references)
    {
        string source = $$"""
            using System;
            using System.Buffers;
            using System.Text.Json;
            using Pooling.Buffers;
            using Pooling.Json;
            using Pooling.Objects;
            using Pooling.Queues;
            static class Calls
            {
            {{string.Join('\n', calls)}}
            }
            """;
        return CSharpCompilation.Create(
            "Consumer", [CSharpSyntaxTree.ParseText(source, new CSharpParseOptions(version))], references,
            new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary, specificDiagnosticOptions: [
                new("CS1701", ReportDiagnostic.Suppress), new("CS1702", ReportDiagnostic.Suppress)]));
    }

    private static string[] LastParameters(CSharpCompilation compilation)
    {
        SemanticModel model = compilation.GetSemanticModel(compilation.SyntaxTrees[0]);
        Assert.Empty(compilation.GetDiagnostics().Where(static problem => problem.Severity == DiagnosticSeverity.Error));
        return
        [
            .. compilation.SyntaxTrees[0].GetRoot().DescendantNodes().OfType<InvocationExpressionSyntax>()
                .Select(call => ((IMethodSymbol)model.GetSymbolInfo(call).Symbol!).Parameters[^1].Type.Name),
        ];
    }
}
