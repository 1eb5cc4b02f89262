mod app;

fn main() -> Result<(), Error> {
    app::run()
}
