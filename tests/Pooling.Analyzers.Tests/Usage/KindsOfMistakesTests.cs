using Microsoft.CodeAnalysis;

namespace Pooling.Analyzers.Usage;

/// <summary>Tests classes of methods that make a mistake each, and classes of correct, unusual methods.</summary>
public sealed class KindsOfMistakesTests
{
    private const string Usings = """
        using System.Net.Http;
        using System.Runtime.CompilerServices;
        using Lease = Pooling.Objects.PooledLease<Pooling.Buffers.PooledArrayBufferWriter<byte>>;
        using W = Pooling.Buffers.PooledArrayBufferWriter<byte>;

        """;

    public static TheoryData<string> Kinds => [.. KindsOfMistakes.All.Keys];

    public static TheoryData<string> CorrectKinds => [.. CorrectCode.All.Keys];

    [Theory]
    [MemberData(nameof(Kinds))]
    public Task Analyze_Mistakes_AreMarked(string kind) =>
        UsageCompiler.ExpectAsync(Usings + KindsOfMistakes.All[kind], UsageCompiler.CompileGenerated);

    [Theory]
    [MemberData(nameof(CorrectKinds))]
    public Task Analyze_CorrectCode_IsNotMarked(string kind) =>
        UsageCompiler.ExpectAsync(Usings + CorrectCode.All[kind], UsageCompiler.CompileGenerated);

    [Fact]
    public void CorrectCode_OfAllKinds_HasManyMethods() => Assert.InRange(
        CorrectCode.All.Values.Sum(static source =>
            Microsoft.CodeAnalysis.CSharp.CSharpSyntaxTree.ParseText(source).GetRoot()
            .DescendantNodes().OfType<Microsoft.CodeAnalysis.CSharp.Syntax.MethodDeclarationSyntax>().Count()),
        200, int.MaxValue);

    // A rule whose names are not listed reads no method.
    [Fact]
    public void Rules_OfTheNamespace_AreAllListed()
    {
        IEnumerable<string> rules = typeof(UsageAnalyzer).Assembly.GetTypes()
            .Where(static type => type.Namespace == typeof(UsageAnalyzer).Namespace
                && type.Name.EndsWith("Rule", StringComparison.Ordinal))
            .Select(static type => type.Name);

        Assert.Equal(rules.Order(), UsageAnalyzer.Rules.Select(static rule => rule.Method.DeclaringType!.Name).Order());
    }
}
