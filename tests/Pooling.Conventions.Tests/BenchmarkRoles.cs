using System.Text.RegularExpressions;

namespace Pooling.Conventions;

/// <summary>What the attributes in a benchmark's source say about the rows that it measures.</summary>
/// <remarks>Read from the text, because the tests build without the benchmarks.</remarks>
internal sealed partial class BenchmarkRoles
{
    private BenchmarkRoles(IEnumerable<(string Row, string Role)> roles, IEnumerable<string> methodsWithoutRow)
    {
        Roles = [.. roles];
        MethodsWithoutRow = [.. methodsWithoutRow];
    }

    internal IReadOnlyList<(string Row, string Role)> Roles { get; }

    internal IReadOnlyList<string> MethodsWithoutRow { get; }

    internal static BenchmarkRoles ReadAll()
    {
        BenchmarkRoles[] files =
        [
            .. RepositoryTree.CSharpFiles("benchmarks")
                .Where(file => !file.StartsWith("Shared/", StringComparison.Ordinal))
                .Select(file => Parse(File.ReadAllText(RepositoryTree.PathOf("benchmarks", file)))),
        ];

        return new(files.SelectMany(file => file.Roles), files.SelectMany(file => file.MethodsWithoutRow));
    }

    internal static BenchmarkRoles Parse(string source) => new(
        RowPattern().Matches(source).Select(match => (match.Groups["id"].Value, match.Groups["role"].Value)),
        BenchmarkPattern().Matches(source)
            .Select(match => Declaration(source, match.Index))
            .Where(declaration => !RowPattern().IsMatch(declaration))
            .Select(declaration => declaration[(declaration.LastIndexOf('\n') + 1)..].Trim()));

    // From the end of the member before to the parameters of this one.
    private static string Declaration(string source, int index)
    {
        int start = source.LastIndexOfAny([';', '{', '}'], index) + 1;
        Match method = MethodPattern().Match(source, index);

        return source[start..(method.Success ? method.Index + method.Length : source.Length)];
    }

    [GeneratedRegex("""\bRow\(\s*"(?<id>[^"]+)"\s*,\s*Role\.(?<role>\w+)""")]
    private static partial Regex RowPattern();

    [GeneratedRegex(@"\[Benchmark[\](,]")]
    private static partial Regex BenchmarkPattern();

    [GeneratedRegex(@"^\s*public .*\(", RegexOptions.Multiline)]
    private static partial Regex MethodPattern();
}
