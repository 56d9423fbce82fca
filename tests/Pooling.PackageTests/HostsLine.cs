namespace Pooling.PackageTests;

/// <summary>A value of the server's answers.</summary>
internal sealed record HostsLine(string Text);
