using System.Text;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Pooling.Analyzers.Usage;

namespace Pooling.Analyzers.Encodeables;

/// <summary>Tests that many classes, and many members, take time in proportion to their number.</summary>
public sealed class PooledEncodeableTimeTests
{
    private const int Few = 60;
    private const int Many = 4 * Few;

    [Fact]
    public void Parse_ManyClassesThatReferToEachOther_TakesTimeInProportion() => AssertProportional(static count =>
    {
        StringBuilder source = new();
        for (int i = 0; i < count; i++)
        {
            source.Append($"[PooledEncodeable] public partial class C{i} {{ ");
            for (int j = i + 1; j < i + 9 && j < count; j++)
                source.Append($"public C{j}? P{j}; ");

            source.AppendLine("}");
        }

        return source.ToString();
    });

    [Fact]
    public void Parse_AClassOfManyProperties_TakesTimeInProportion() => AssertProportional(static count =>
        "[PooledEncodeable] public partial class C { "
            + string.Concat(Enumerable.Range(0, 5 * count).Select(static i => $"public int P{i} {{ get; set; }} "))
                + "}");

    private static void AssertProportional(Func<int, string> write)
    {
        TimeOf(write(Few)); // compiled now
        double ratio = double.MaxValue;
        for (int i = 0; i < 5 && ratio > 8; i++)
            ratio = Math.Min(ratio, TimeOf(write(Many)) / TimeOf(write(Few)));

        // Four times as many: 4 if in proportion, 16 if not.
        Assert.True(ratio < 8, $"{ratio:F1}");
    }

    private static double TimeOf(string source)
    {
        CSharpCompilation compilation = Compiler.Compilation(source);
        INamedTypeSymbol[] types = [.. compilation.Assembly.GlobalNamespace.GetTypeMembers()];
        foreach (ISymbol member in types.SelectMany(static type => type.GetMembers()))
            member.GetAttributes(); // the compiler's own work

        TimeSpan start = ThreadTime.Now;
        foreach (INamedTypeSymbol type in types)
        {
            Assert.NotNull(EncodeableParser.Parse(
                type, compilation, tree => compilation.GetSemanticModel(tree), out _, CancellationToken.None));
        }

        return (ThreadTime.Now - start).TotalMilliseconds;
    }
}
