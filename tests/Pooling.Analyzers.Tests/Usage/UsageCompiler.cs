using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Diagnostics;
using Pooling.Analyzers.Encodeables;

namespace Pooling.Analyzers.Usage;

/// <summary>Compiles sources that use the library, and runs the analyzer of its use.</summary>
internal static class UsageCompiler
{
    private const string Usings = """
        global using System;
        global using System.Buffers;
        global using System.Collections.Generic;
        global using System.IO;
        global using System.IO.Pipelines;
        global using System.Linq;
        global using System.Text;
        global using System.Text.Json;
        global using System.Threading;
        global using System.Threading.Channels;
        global using System.Threading.Tasks;
        global using Microsoft.Extensions.ObjectPool;
        global using Pooling.Buffers;
        global using Pooling.Encodeables;
        global using Pooling.Json;
        global using Pooling.Objects;
        global using Pooling.Queues;
        """;

    private static readonly CSharpParseOptions s_options = new(LanguageVersion.Latest);

    /// <summary>Compiles a source. One in a language before C# 10 has its own usings.</summary>
    internal static CSharpCompilation Compile(
        string source, string path = "Source.cs", LanguageVersion version = LanguageVersion.Latest)
    {
        CSharpParseOptions options = s_options.WithLanguageVersion(version);
        bool isNew = options.LanguageVersion >= LanguageVersion.CSharp10;
        return CSharpCompilation.Create(
            "Consumer" + Guid.NewGuid().ToString("N"),
            [
                CSharpSyntaxTree.ParseText(source, options, path),
                CSharpSyntaxTree.ParseText(isNew ? Usings : "", options, "Usings.cs"),
            ],
            Compiler.References,
            new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary,
                nullableContextOptions: isNew ? NullableContextOptions.Enable : NullableContextOptions.Disable,
                allowUnsafe: true));
    }

    /// <summary>Compiles a source together with the output of the generators.</summary>
    internal static Compilation CompileGenerated(string source)
    {
        CSharpGeneratorDriver.Create([new PooledEncodeableGenerator().AsSourceGenerator()], parseOptions: s_options)
            .RunGeneratorsAndUpdateCompilation(Compile(source), out Compilation complete, out _);
        return complete;
    }

    /// <summary>Puts statements into an asynchronous method of a class with a few pools.</summary>
    internal static string InMethod(string statements, string members = "") => $$"""
        #pragma warning disable CS0649, CS1998, CS4014
        public sealed class Consumer
        {
            private readonly LeasePool<StringBuilder> _leases = LeasePool.Create<StringBuilder>();
            private readonly MagazinePool<StringBuilder> _items = MagazinePool.Create<StringBuilder>();
            private readonly ObjectPool<StringBuilder> _others = MagazinePool.Create<StringBuilder>();
            private PooledLease<StringBuilder> _lease;
            private PooledArrayBufferWriter<byte>? _writer;
            private static BufferWriterPool Writers => BufferWriterPool.Shared;
            private static Utf8JsonWriterPool Json => Utf8JsonWriterPool.Shared;

            private static void Use<T>(T item) => _ = item;
            private static void Fill<T>(ref T item) => _ = item;
            {{members}}

            public async Task Run(bool condition, Stream stream, PipeWriter output, SharedBuffer message)
            {
                {{statements}}
            }
        }
        """;

    internal static Task ExpectAsync(string marked) => ExpectAsync(marked, static text => Compile(text));

    /// <summary>Compiles a marked source, and asserts that exactly what it marks is reported.</summary>
    internal static async Task ExpectAsync(string marked, Func<string, Compilation> compile)
    {
        MarkedSource source = MarkedSource.Parse(marked);
        Compilation compilation = compile(source.Text);
        Assert.Empty(compilation.GetDiagnostics().Where(static each => each.Severity == DiagnosticSeverity.Error));
        Assert.Equal(source.Expected, (await AnalyzeAsync(compilation)).Select(Describe));
    }

    internal static Task<ImmutableArray<Diagnostic>> AnalyzeAsync(Compilation compilation, string? editorConfig = null) =>
        AnalyzeAsync(compilation, new UsageOptions(editorConfig));

    /// <summary>Makes the compiler create the operations of the last method of a source. The result checks them by all rules.</summary>
    internal static Action<Action<Diagnostic>> PrepareRules(Compilation compilation)
    {
        SyntaxTree tree = compilation.SyntaxTrees.First();
        MethodDeclarationSyntax method = tree.GetRoot().DescendantNodes().OfType<MethodDeclarationSyntax>().Last();
        IOperation block = compilation.GetSemanticModel(tree).GetOperation(method)!;
        LibrarySymbols library = LibrarySymbols.Find(compilation)!;
        MethodBody.Read([block], CancellationToken.None); // an operation creates its parts when they are read for the first time
        return report => UsageAnalyzer.Check(
            new(MethodBody.Read([block], CancellationToken.None), library, report, hasExceptionPaths: false));
    }

    private static async Task<ImmutableArray<Diagnostic>> AnalyzeAsync(Compilation compilation, AnalyzerConfigOptionsProvider options)
    {
        ImmutableArray<Diagnostic> found = await compilation
            .WithAnalyzers([new UsageAnalyzer()], new AnalyzerOptions([], options))
            .GetAnalyzerDiagnosticsAsync();
        return [.. found.OrderBy(static each => each.Location.SourceSpan.Start)];
    }

    private static string Describe(Diagnostic diagnostic) => MarkedSource.Describe(
        diagnostic.Id, diagnostic.Location.SourceSpan.Start,
        diagnostic.Location.SourceTree?.GetText().ToString(diagnostic.Location.SourceSpan) ?? diagnostic.GetMessage());
}
