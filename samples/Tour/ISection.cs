namespace Pooling.Tour;

/// <summary>One stop of the tour: a primitive, measured stock against pooled. A new primitive joins by a class of its own and a line in
/// <see cref="Sections.SectionCatalog"/>.</summary>
internal interface ISection
{
    /// <summary>The name that <c>--only</c> knows: one word, lower case.</summary>
    string Name { get; }

    /// <summary>Measures, checks and returns the result. Throws <see cref="OperationCanceledException"/> soon after the context is
    /// cancelled, with nothing left behind.</summary>
    /// <param name="context">The measurement to use.</param>
    SectionResult Run(SectionContext context);
}
