namespace Pooling.Tour;

/// <summary>A section of the tour: primitives, compared with code that does the same without this library. They are listed in
/// <see cref="Sections.SectionCatalog"/>.</summary>
internal interface ISection
{
    /// <summary>The name for <c>--only</c>: one word in lower case.</summary>
    string Name { get; }

    /// <summary>Measures, checks and returns the result. Throws <see cref="OperationCanceledException"/> soon after the context is
    /// canceled, and leaves nothing behind.</summary>
    /// <param name="context">The environment of the section.</param>
    SectionResult Run(SectionContext context);
}
