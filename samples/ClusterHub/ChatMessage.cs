namespace Pooling.Samples.ClusterHub;

/// <summary>A message as the plain way serializes it.</summary>
internal sealed record ChatMessage(string From, long Number, string Text);
