namespace Pooling.Conventions;

/// <summary>Tests that using directives are sorted like in editors, which no rule of the compiler checks.</summary>
public sealed class UsingOrderTests
{
    private enum Kind
    {
        Namespace,
        Static,
        Alias,
    }

    [Fact]
    public void Usings_OfAnyFile_AreInOrder() => Violations.AssertNone(
        from root in new[] { "src", "tests", "benchmarks", "samples" }
        from file in RepositoryTree.CSharpFiles(root)
        from line in OutOfOrder(File.ReadLines(RepositoryTree.PathOf(root, file)))
        select $"{root}/{file}: {line}");

    [Theory]
    [InlineData("using System;|using System.IO;|using Aa;|using Aa.Bb;|using AaB;|using static System.Math;", null)]
    [InlineData("using static System.Math;|using static Aa.Bb;|using A = System.IO.Path;", null)]
    [InlineData("using Aa;|using System;", "using System;")]
    [InlineData("using AaB;|using Aa.Bb;", "using Aa.Bb;")]
    [InlineData("using static System.Math;|using System;", "using System;")]
    [InlineData("using A = System.IO.Path;|using static System.Math;", "using static System.Math;")]
    [InlineData("using B;|namespace C;|using A;", null)]
    [InlineData("#if B|using B;|#endif|using A;", null)]
    [InlineData("using B;|using A a = new();|using var b = new A();", null)]
    public void OutOfOrder_OfLines_IsTheFirstThatBelongsFurtherUp(string lines, string? expected) =>
        Assert.Equal(expected, OutOfOrder(lines.Split('|')).FirstOrDefault());

    private static IEnumerable<string> OutOfOrder(IEnumerable<string> lines)
    {
        string[] all = [.. lines.TakeWhile(static line => !line.StartsWith("namespace ", StringComparison.Ordinal))];
        return
            from pair in all.Zip(all.Skip(1))
            where IsUsing(pair.First) && IsUsing(pair.Second) && string.CompareOrdinal(KeyOf(pair.First), KeyOf(pair.Second)) > 0
            select pair.Second;
    }

    private static bool IsUsing(string line) =>
        line.StartsWith("using ", StringComparison.Ordinal) && line.EndsWith(';') && !line.Contains('(');

    private static string KeyOf(string line)
    {
        string[] words = line.TrimEnd(';').Split(' ');
        (Kind kind, string name) = words switch
        {
            [_, "static", string type] => (Kind.Static, type),
            [_, string alias, "=", ..] => (Kind.Alias, alias),
            _ => (Kind.Namespace, words[1]),
        };
        bool isFirst = kind != Kind.Alias && (name == "System" || name.StartsWith("System.", StringComparison.Ordinal));
        return $"{(int)kind}{(isFirst ? 0 : 1)}{name.ToUpperInvariant()}";
    }
}
