using System.Text.RegularExpressions;

namespace Pooling.Conventions;

/// <summary>Reads the attributes of benchmarks that specify the rows that they measure.</summary>
/// <remarks>They are read from the source text, because the tests are built without the benchmarks.</remarks>
internal sealed partial class BenchmarkRoles
{
    private readonly Dictionary<string, string> _bases;

    private BenchmarkRoles(
        IEnumerable<BenchmarkContender> contenders, IEnumerable<KeyValuePair<string, string>> bases, IEnumerable<string> methodsWithoutRow)
    {
        Contenders = [.. contenders];
        MethodsWithoutRow = [.. methodsWithoutRow];
        _bases = new(bases.Distinct());
    }

    internal IReadOnlyList<BenchmarkContender> Contenders { get; }

    internal IReadOnlyList<string> MethodsWithoutRow { get; }

    internal static BenchmarkRoles ReadAll()
    {
        BenchmarkRoles[] files =
        [
            .. RepositoryTree.CSharpFiles("benchmarks")
                .Where(file => !file.StartsWith("Shared/", StringComparison.Ordinal))
                .Select(file => Parse(File.ReadAllText(RepositoryTree.PathOf("benchmarks", file)))),
        ];

        return new(
            files.SelectMany(file => file.Contenders),
            files.SelectMany(file => file._bases),
            files.SelectMany(file => file.MethodsWithoutRow));
    }

    internal static BenchmarkRoles Parse(string source) => new(
        RowPattern().Matches(source).Select(match => new BenchmarkContender(
            ClassPattern().Matches(source[..match.Index]).LastOrDefault()?.Groups["class"].Value ?? "",
            MethodPattern().Match(source, match.Index).Groups["method"].Value,
            match.Groups["id"].Value,
            match.Groups["role"].Value,
            match.Groups["name"] is { Success: true } name ? name.Value : null)),
        ClassPattern().Matches(source).Where(match => match.Groups["base"].Success)
            .Select(match => KeyValuePair.Create(match.Groups["class"].Value, match.Groups["base"].Value)),
        BenchmarkPattern().Matches(source)
            .Select(match => Declaration(source, match.Index))
            .Where(declaration => !RowPattern().IsMatch(declaration))
            .Select(declaration => declaration[(declaration.LastIndexOf('\n') + 1)..].Trim()));

    /// <summary>Returns the contenders that a class and its base classes declare.</summary>
    internal IEnumerable<BenchmarkContender> Of(string? name)
    {
        for (; name is not null; name = _bases.GetValueOrDefault(name))
        {
            foreach (BenchmarkContender contender in Contenders.Where(contender => contender.Class == name))
                yield return contender;
        }
    }

    // From the end of the previous member to the parameters of this one.
    private static string Declaration(string source, int index)
    {
        int start = source.LastIndexOfAny([';', '{', '}'], index) + 1;
        Match method = MethodPattern().Match(source, index);

        return source[start..(method.Success ? method.Index + method.Length : source.Length)];
    }

    [GeneratedRegex("""\bRow\(\s*"(?<id>[^"]+)"\s*,\s*Role\.(?<role>\w+)(\s*,\s*"(?<name>[^"]+)"\))?""")]
    private static partial Regex RowPattern();

    [GeneratedRegex(@"\bclass (?<class>\w+Benchmarks)(<\w+>)?(\([^)]*\))?( : (?<base>\w+Benchmarks))?")]
    private static partial Regex ClassPattern();

    [GeneratedRegex(@"\[Benchmark[\](,]")]
    private static partial Regex BenchmarkPattern();

    [GeneratedRegex(@"^\s*public .*?(?<method>\w+)\(", RegexOptions.Multiline)]
    private static partial Regex MethodPattern();
}
