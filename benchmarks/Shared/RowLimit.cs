namespace Pooling.Benchmarks;

/// <summary>What a contender of ours may take of another one.</summary>
/// <param name="Of">The method that it is compared with; <see langword="null"/> for the baseline.</param>
/// <param name="Ours">The method; <see langword="null"/> for the best with the role <see cref="Role.Ours"/>.</param>
internal sealed record RowLimit(string? Of = null, double? Time = null, string? Ours = null, double? Bytes = null);
