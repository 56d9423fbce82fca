namespace Pooling.Tour.Sections.Export;

internal sealed record Address(string City, string Street);
