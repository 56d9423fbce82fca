namespace Pooling.Benchmarks;

/// <summary>The limit of one of our contenders relative to another one.</summary>
/// <param name="Of">The method with which it is compared; <see langword="null"/> for the baseline.</param>
/// <param name="Ours">The method; <see langword="null"/> for the best with the role <see cref="Role.Ours"/>.</param>
internal sealed record RowLimit(string? Of = null, double? Time = null, string? Ours = null, double? Bytes = null);
