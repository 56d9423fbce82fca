using System.Reflection;

namespace Pooling.Analyzers.Text;

/// <summary>Links a compiler message to its section in docs/compiler-messages.md.</summary>
internal static class HelpLink
{
    private static readonly string? s_repository = typeof(HelpLink).Assembly
        .GetCustomAttributes<AssemblyMetadataAttribute>()
        .FirstOrDefault(static metadata => metadata.Key == "RepositoryUrl")?.Value;

    /// <summary>Returns the address of the section in the repository that the assembly was built from;
    /// <see langword="null"/> if it has no address.</summary>
    internal static string? To(string id, string title) => To(s_repository, id, title);

    internal static string? To(string? repository, string id, string title)
    {
        if (repository is null || !repository.StartsWith("https://", StringComparison.Ordinal))
            return null;

        string address = repository.EndsWith(".git", StringComparison.Ordinal)
            ? repository[..^4]
            : repository.TrimEnd('/');
        return $"{address}/blob/HEAD/docs/compiler-messages.md#{AnchorOf($"{id}: {title}")}";
    }

    /// <summary>Returns the anchor of a heading as GitHub makes it.</summary>
    internal static string AnchorOf(string heading) =>
        new([.. heading.ToLowerInvariant().Where(static one => char.IsLetterOrDigit(one) || one is ' ' or '-' or '_')
            .Select(static one => one == ' ' ? '-' : one)]);
}
