using System.Reflection;

namespace Pooling.Conventions;

/// <summary>Tests that users find every option: in a guide, and limits in the page about limits.</summary>
public sealed class OptionTests
{
    private static readonly string s_limits = File.ReadAllText(RepositoryTree.PathOf("docs", "limits.md"));

    private static readonly string[] s_guides =
        [.. Directory.EnumerateFiles(RepositoryTree.PathOf("docs", "primitives"), "*.md").Select(File.ReadAllText)];

    private static IEnumerable<PropertyInfo> Options =>
        from type in LibraryTypes.Public
        where type.Name.EndsWith("Options", StringComparison.Ordinal)
        from property in type.GetProperties()
        select property;

    [Fact]
    public void Option_OfAnyClass_IsInAGuide() => Violations.AssertNone(
        from option in Options
        where !s_guides.Any(guide => guide.Contains($"`{option.Name}`", StringComparison.Ordinal)
            || guide.Contains($"{option.Name} = ", StringComparison.Ordinal))
        select $"{option.DeclaringType!.Name}.{option.Name}");

    [Fact]
    public void Limit_OfAnyClass_IsInThePageOfLimits() => Violations.AssertNone(
        from option in Options
        where option.Name.StartsWith("Max", StringComparison.Ordinal)
        where !s_limits.Contains(option.Name, StringComparison.Ordinal)
        select $"{option.DeclaringType!.Name}.{option.Name}");
}
