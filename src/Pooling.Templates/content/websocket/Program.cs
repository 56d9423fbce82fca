using Contoso.Hub1;

WebApplicationBuilder builder = WebApplication.CreateSlimBuilder(args);
builder.WebHost.UseUrls(builder.Configuration["urls"] ?? "http://localhost:5082");
builder.Services.AddSingleton<Room>();

WebApplication app = builder.Build();
app.UseWebSockets(new WebSocketOptions { KeepAliveInterval = TimeSpan.FromSeconds(30), KeepAliveTimeout = TimeSpan.FromSeconds(30) });
app.MapGet("/room", static (HttpContext context, Room room) => room.AcceptAsync(context));
app.Run();
